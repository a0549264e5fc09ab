import { SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { withRoom } from "../../../base/files/disk_full.ts";
import type { VaultProvider } from "../../vault_provider.ts";
import type { Repository } from "../../../repository/repository.ts";
import type { VaultConfiguration } from "../configuration/configuration.ts";
import { keysIn } from "./files.ts";
import { closeFolder, openFolder } from "./folder.ts";
import type { KeyRing } from "./key_file.ts";
import {
  type LocalStore,
  localStore,
  noKey,
  otherKey,
  readSecret,
  removeSecret,
  ringForWriting,
  ringOf,
  writeSecret,
} from "./store.ts";

/** Looks of a reader at a secret that is being given a new key meanwhile. */
const LOOKS = 10;

/**
 * The secrets of a local vault. Changes are to be made under the vault's lock; reading needs none.
 *
 * @throws SvcError `invalid_argument` for a configuration that cannot be used; `conflict` for a link
 */
export function openLocalVault(
  repository: Repository,
  configuration: VaultConfiguration,
): VaultProvider & Required<Pick<VaultProvider, "delete">> {
  const store = localStore(repository, configuration);
  let ring: KeyRing | undefined;
  const closed = () => closeFolder(store.folder);
  return {
    async get(key) {
      if (!await closed()) throw notFound(store, key, NOT_HERE);
      ring ??= await ringOf(store);
      const found = await lookUntilFound(store, key, ring);
      ring = found.ring;
      return found.value;
    },
    async put(key, value) {
      await withRoom("the secret was not stored", async () => {
        await openFolder(store.folder);
        ring = await ringForWriting(store);
        await writeSecret(store, key, value, ring.current);
      });
    },
    async list() {
      if (!await closed()) return [];
      const { sealed, earlier } = await keysIn(store.folder);
      return [...sealed, ...earlier].sort();
    },
    async delete(key) {
      if (!await closed() || !await removeSecret(store, key)) throw notFound(store, key);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/**
 * A secret's value, while another process may be giving it a new key: a file made with a key that is not
 * known sends the reader to the key file, and a key that has gone sends it to the file again.
 */
async function lookUntilFound(
  store: LocalStore,
  key: string,
  known: KeyRing | undefined,
): Promise<{ value: string; ring: KeyRing | undefined }> {
  let ring = known;
  for (let look = 0;; look++) {
    // The second look is for one that has just been given version 3 in place of an earlier one.
    const found = await readSecret(store, key, ring) ?? await readSecret(store, key, ring);
    if (found === undefined) throw notFound(store, key);
    if ("value" in found) return { value: found.value, ring };
    if (look === LOOKS) throw ring === undefined ? noKey(store) : otherKey(store);
    ring = await ringOf(store);
  }
}

/** A configuration comes with git, secrets do not. */
const NOT_HERE =
  "No secrets of it are on this machine. They stay on the machine where they were put. ";

function notFound({ name }: LocalStore, key: string, why = ""): SvcError {
  const shown = visibleName(key);
  return new SvcError(
    "secret_not_found",
    `Secret not found: Vault '${name}' has no secret ${shown}`,
    {
      hint:
        `${why}'svc vault list-keys ${name}' lists what it has, and 'svc vault put ${name} ${shown}' ` +
        "keeps this one.",
    },
  );
}
