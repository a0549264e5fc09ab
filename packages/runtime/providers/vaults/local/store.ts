import { parentOf } from "../../../base/files/path.ts";
import { lstatIfPresent } from "../../../base/files/read.ts";
import { syncFolder, writeAtomic } from "../../../base/files/write.ts";
import { lockFile } from "../../../repository/lock.ts";
import type { Repository } from "../../../repository/repository.ts";
import type { VaultConfiguration } from "../configuration/configuration.ts";
import { type LocalConfig, readLocalConfig } from "./config.ts";
import { earlierKeys, earlierMaterials, earlierName, openEarlier } from "./earlier.ts";
import { sealedFiles, secretText } from "./files.ts";
import { removeLeftovers, secretsFolder } from "./folder.ts";
import { keyMissing, type KeyRing, newRing, readKeys, writeKeys } from "./key_file.ts";
import {
  damaged,
  parseSealed,
  seal,
  type Sealed,
  sealedName,
  type SealingKey,
  unseal,
} from "./sealed.ts";

/** A local vault on disk. */
export interface LocalStore {
  id: string;
  name: string;
  /** Absolute. */
  folder: string;
  /** Absolute. */
  keyFile: string;
  /** True for a key file outside the repository, which other copies of it may use as well. */
  shared: boolean;
  config: LocalConfig;
}

/** Where a vault's secrets and its key are. @throws SvcError `invalid_argument`, `conflict` */
export function localStore(
  repository: Repository,
  { id, name, config }: VaultConfiguration,
): LocalStore {
  const folder = secretsFolder(repository, name);
  const read = readLocalConfig(repository, config);
  return {
    id,
    name,
    folder,
    keyFile: read.keyFile ?? `${folder}/.key`,
    shared: read.keyFile !== undefined,
    config: read,
  };
}

/** Reads the keys of a vault as they are now; undefined when it has none yet. */
export function ringOf({ keyFile, id }: LocalStore): Promise<KeyRing | undefined> {
  return readKeys(keyFile, id);
}

/**
 * The keys of a vault, made when it has none. Never when there are secrets that were made with others.
 * Call under the vault's lock.
 *
 * @throws SvcError `vault_key_missing`
 */
export async function ringForWriting(store: LocalStore): Promise<KeyRing> {
  await assertNotInGit(store);
  const ring = await ringOf(store);
  let strange = false;
  for await (const { sealed } of sealedFiles(store.folder)) {
    if (ring === undefined) throw noKey(store);
    // A damaged one says nothing, and one that can be opened says enough.
    if (sealed === undefined) continue;
    strange = !ring.keys.has(sealed.keyId);
    if (!strange) break;
  }
  if (strange) throw otherKey(store);
  if (ring !== undefined) return ring;
  await assertEarlierOpen(store);
  return await withKeyFile(store, async () => await ringOf(store) ?? await firstRing(store));
}

/**
 * Changes a key file that other copies of the repository may be changing as well. The lock beside it has
 * a name that no other program gives: a configuration that came with a repository chose the place.
 */
export async function withKeyFile<Result>(
  store: LocalStore,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!store.shared) return await work();
  await assertFolderOf(store);
  const folder = parentOf(store.keyFile);
  const name = store.keyFile.slice(folder.length + 1);
  await using _lock = await lockFile(`${folder}/.svc-${name}.lock`);
  await removeLeftovers(folder, name);
  return await work();
}

/** Secrets from before version 3 need their own key: without it, a new one would hide that it is missing. */
async function assertEarlierOpen(store: LocalStore): Promise<void> {
  const [key] = await earlierKeys(store.folder);
  if (key === undefined) return;
  await earlierValue(store, key, undefined);
}

/**
 * Refuses a key that came with a repository, or that goes with it: it is not a secret.
 *
 * @throws SvcError `vault_key_missing`
 */
export async function assertNotInGit({ keyFile, name, shared }: LocalStore): Promise<void> {
  if (shared) return;
  const { isInGit } = await import("./in_git.ts");
  if (!await isInGit(keyFile)) return;
  throw keyMissing(
    `The key file of vault '${name}' is in git, so everybody who has the repository has it: ${keyFile}`,
    "Remove .svc from git ('git rm -r --cached .svc') and add a line '.svc/' to " +
      `.gitignore. Then create a new key with 'svc vault rotate ${name}', and replace the secrets.`,
  );
}

async function firstRing(store: LocalStore): Promise<KeyRing> {
  const ring = await newRing(store.id);
  await writeKeys(store.keyFile, ring);
  return ring;
}

async function assertFolderOf({ keyFile }: LocalStore): Promise<void> {
  const folder = parentOf(keyFile);
  if ((await lstatIfPresent(folder)) !== undefined) return;
  throw keyMissing(
    `The folder of the key file ${keyFile} does not exist`,
    `Create it, for you only: mkdir -p -m 700 ${folder}`,
  );
}

/** The value of a secret, whatever its format; undefined when there is none. */
export async function readSecret(
  store: LocalStore,
  key: string,
  ring: KeyRing | undefined,
): Promise<{ value: string } | { lacksKey: Sealed } | undefined> {
  const text = await secretText(`${store.folder}/${await sealedName(key)}`);
  if (text !== undefined) return await sealedValue(store, key, text, ring);
  const value = await earlierValue(store, key, ring);
  return value === undefined ? undefined : { value };
}

/** The value in the text of a file, which has to be of this key of this vault. */
async function sealedValue(
  store: LocalStore,
  key: string,
  text: string,
  ring: KeyRing | undefined,
): Promise<{ value: string } | { lacksKey: Sealed }> {
  const sealed = parseSealed(text);
  if (sealed === undefined) throw damaged(store.name, key, "its file was not written by svc");
  if (sealed.vault !== store.id) throw damaged(store.name, key, "it belongs to another vault");
  if (sealed.key !== key) throw damaged(store.name, key, "its file is that of another secret");
  const opening = ring?.keys.get(sealed.keyId);
  if (opening === undefined) return { lacksKey: sealed };
  const value = await unseal(sealed, opening);
  if (value === undefined) throw damaged(store.name, key, "it was changed after it was written");
  return { value };
}

/** The value of a secret from before version 3, or undefined when there is none of exactly this name. */
async function earlierValue(
  store: LocalStore,
  key: string,
  ring: KeyRing | undefined,
): Promise<string | undefined> {
  const path = `${store.folder}/${earlierName(key)}`;
  if ((await lstatIfPresent(path)) === undefined) return undefined;
  // Some disks find a file by a name in other letters.
  if (!(await earlierKeys(store.folder)).includes(key)) return undefined;
  const text = await secretText(path);
  if (text === undefined) return undefined;
  const materials = await earlierMaterials(ring, store.config.sshKey);
  if (materials.length === 0) throw noKey(store);
  const value = await openEarlier(text, materials);
  if (value !== undefined) return value;
  throw damaged(store.name, key, "it was changed, or encrypted with another key");
}

/** Writes a secret in place of an earlier one. Call under the vault's lock. */
export async function writeSecret(
  store: LocalStore,
  key: string,
  value: string,
  sealing: SealingKey,
): Promise<void> {
  const path = `${store.folder}/${await sealedName(key)}`;
  const text = await seal(value, { vault: store.id, key }, sealing);
  await writeAtomic(path, text, { mode: 0o600 });
  await syncFolder(store.folder);
  // Last: as long as both are there, the new one counts.
  await removeEarlier(store, key);
}

/** Removes a secret; false when there is none. Call under the vault's lock. */
export async function removeSecret(store: LocalStore, key: string): Promise<boolean> {
  // First: a new one that is gone must not bring back an earlier one.
  const earlier = await removeEarlier(store, key);
  const removed = await removedFile(`${store.folder}/${await sealedName(key)}`);
  if (earlier || removed) await syncFolder(store.folder);
  return earlier || removed;
}

async function removeEarlier(store: LocalStore, key: string): Promise<boolean> {
  const path = `${store.folder}/${earlierName(key)}`;
  if ((await lstatIfPresent(path)) === undefined) return false;
  if (!(await earlierKeys(store.folder)).includes(key)) return false;
  return await removedFile(path);
}

async function removedFile(path: string): Promise<boolean> {
  try {
    await Deno.remove(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** There are secrets, and the file with their key is gone. */
export function noKey({ name, keyFile }: LocalStore) {
  return keyMissing(
    `The key file of vault '${name}' is missing: ${keyFile}`,
    "Restore it from a copy. Without it the secrets cannot be decrypted; to start again, " +
      "delete them and " +
      "put them again.",
  );
}

/** The key file holds other keys than the secrets were made with. */
export function otherKey({ name, keyFile }: LocalStore) {
  return keyMissing(
    `The key file of vault '${name}' lacks the key of its secrets: ${keyFile}`,
    "Restore the right key file from a copy.",
  );
}
