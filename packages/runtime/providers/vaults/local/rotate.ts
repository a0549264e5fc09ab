import { SvcError } from "@svc/core/error";
import { withRoom } from "../../../base/files/disk_full.ts";
import type { Repository } from "../../../repository/repository.ts";
import type { VaultConfiguration } from "../configuration/configuration.ts";
import { needsPassphrase } from "./earlier.ts";
import { keysIn } from "./files.ts";
import { openFolder } from "./folder.ts";
import { currentOnly, type KeyRing, withNewKey, writeKeys } from "./key_file.ts";
import { damaged } from "./sealed.ts";
import {
  type LocalStore,
  localStore,
  otherKey,
  readSecret,
  ringForWriting,
  ringOf,
  withKeyFile,
  writeSecret,
} from "./store.ts";

/** What a rotation did. */
export interface Rotation {
  /** Secrets that were encrypted again. */
  secrets: number;
  /** The id of the new key. */
  keyId: string;
}

/**
 * Gives a local vault a new key and encrypts every secret with it. The key file holds the old key beside
 * the new one until every secret has been read back, so that a process that is killed, or a disk that is
 * full, loses nothing: the next rotation completes it. A key file that other copies of the repository may
 * use keeps its old keys. Call under the vault's lock.
 *
 * @throws SvcError `vault_damaged` or `vault_key_missing` for a secret that cannot be opened, before
 *   anything is changed; `disk_full`; `cancelled`
 */
export async function rotateLocal(
  repository: Repository,
  configuration: VaultConfiguration,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Rotation> {
  const store = localStore(repository, configuration);
  return await withRoom("every secret can still be read; rotate again to complete it", async () => {
    await openFolder(store.folder);
    const before = await ringForWriting(store);
    const { sealed, earlier } = await keysIn(store.folder);
    const keys = [...sealed, ...earlier];
    for (const key of keys) await valueOf(store, key, before, options.signal);

    const both = await addKey(store, before);
    for (const key of keys) {
      const value = await valueOf(store, key, both, options.signal);
      await writeSecret(store, key, value, both.current);
    }
    const after = currentOnly(both, await needsPassphrase(store.folder));
    for (const key of keys) await valueOf(store, key, after, options.signal);
    if (!store.shared) await writeKeys(store.keyFile, after);
    return { secrets: keys.length, keyId: after.current.id };
  });
}

/** Adds a new key to the key file, which another copy of the repository may be doing as well. */
function addKey(store: LocalStore, ring: KeyRing): Promise<KeyRing> {
  return withKeyFile(store, async () => {
    const both = await withNewKey(await ringOf(store) ?? ring, store.id);
    await writeKeys(store.keyFile, both);
    return both;
  });
}

async function valueOf(
  store: LocalStore,
  key: string,
  ring: KeyRing,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (signal?.aborted) {
    throw new SvcError("cancelled", `The rotation was cancelled`, {
      hint: "Every secret can still be read; rotate again to complete it.",
    });
  }
  const found = await readSecret(store, key, ring);
  if (found === undefined) throw damaged(store.name, key, "its file is missing");
  if ("value" in found) return found.value;
  throw otherKey(store);
}
