import { removeConsent } from "../store.ts";
import { treeDigest } from "../tree.ts";
import { dropIntent } from "../../base/files/intent.ts";
import { parentOf } from "../../base/files/path.ts";
import { listFilesBelow, lstatIfPresent } from "../../base/files/read.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { ownPath, refuseLink } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { type Change, changeIntent, preparedFolder, stagingFolder } from "./change.ts";
import { removeOldBundles } from "./old_bundles.ts";
import { type LockEntry, readLockfile, writeLockfile } from "./lockfile.ts";
import { assertOwnFolders, extensionFolder, filesFolder } from "./folders.ts";
import { isInstalled } from "./intact.ts";
import { listAll } from "./records.ts";
import { graftsFolder, isGraftKey, recordFile, recordsFolder } from "./record_keys.ts";
import { removeEmptyParents, removeSkill, skillFolders } from "./skills.ts";

/**
 * Carries out a decided change. Each step looks at what is there, so that a change which was killed
 * anywhere is completed by doing it again. The lock is held by the caller.
 *
 * @throws SvcError `conflict` where a symbolic link is in the place of a folder of ours.
 */
export async function completeChange(
  repository: Repository,
  id: string,
  changes: readonly Change[],
): Promise<void> {
  for (const { name } of changes) await assertOwnFolders(repository, name);
  const staging = stagingFolder(repository, id);
  await refuseLink(staging);
  for (const index of changes.keys()) await refuseLink(preparedFolder(staging, index));
  for (const [index, change] of changes.entries()) {
    const prepared = preparedFolder(staging, index);
    await Deno.mkdir(prepared, { recursive: true });
    if (change.action === "install") await install(repository, prepared, change);
    else await remove(repository, prepared, change.name);
  }
  await removeOldBundles(repository);
  for (const { name } of changes) await removeOldConsents(repository, name);
  await dropIntent(changeIntent(repository, id));
  await Deno.remove(staging, { recursive: true });
}

/** Takes back the person's consents for an extension, but for local sources and what is installed. */
export async function removeOldConsents(repository: Repository, name: string): Promise<void> {
  const { [name]: entry } = await readLockfile(repository);
  await removeConsent(
    repository,
    name,
    (consent) => consent.origin === "local" || isInstalled(repository, consent, entry),
  );
}

async function install(
  repository: Repository,
  staging: string,
  { name, entry, bundles, records }: Extract<Change, { action: "install" }>,
): Promise<void> {
  const target = `${repository.root}/${extensionFolder(name)}`;
  await replaceFolder(`${staging}/extension`, target, `${staging}/old-extension`);
  await placeKept(`${staging}/bundles`, `${repository.state}/${bundles}`, `${staging}/old-bundles`);
  const files = `${repository.root}/${filesFolder(bundles)}`;
  await placeKept(`${staging}/files`, files, `${staging}/old-files`);
  const lockfile = await readLockfile(repository);
  await placeSkills(repository, staging, entry, lockfile[name]);
  await Deno.mkdir(recordsFolder(repository), { recursive: true });
  if (Object.keys(records).some(isGraftKey)) {
    await Deno.mkdir(graftsFolder(repository), { recursive: true });
  }
  for (const [key, text] of Object.entries(records)) {
    await writeAtomic(recordFile(repository, key), text, { aside: `${staging}/record` });
  }
  await removeRecords(repository, name, (key) => !Object.hasOwn(records, key));
  await writeLockfile(repository, { ...lockfile, [name]: entry }, `${staging}/lockfile`);
}

async function remove(repository: Repository, staging: string, name: string): Promise<void> {
  const target = `${repository.root}/${extensionFolder(name)}`;
  if (await lstatIfPresent(target)) await Deno.rename(target, `${staging}/old-extension`);
  await removeEmptyParents(target, `${repository.state}/pulled-extensions`);
  await removeRecords(repository, name, () => true);
  const { [name]: gone, ...rest } = await readLockfile(repository);
  for (const folder of skillFolders(gone)) await removeSkill(repository, folder, gone!);
  if (gone !== undefined) await writeLockfile(repository, rest, `${staging}/lockfile`);
}

/** As {@linkcode replaceFolder}, unless the same is there: a run may be about to load it. */
async function placeKept(prepared: string, target: string, old: string): Promise<void> {
  const isFolder = (await lstatIfPresent(target))?.isDirectory;
  const same = isFolder && await treeDigest(prepared) === await treeDigest(target);
  await (same ? giveModes(prepared, target) : replaceFolder(prepared, target, old));
}

/** Makes files as executable as the same ones in another folder are: their digest says nothing of that. */
async function giveModes(from: string, to: string): Promise<void> {
  for (const file of await listFilesBelow(from)) {
    const { mode } = await Deno.stat(`${from}/${file}`);
    if (mode !== null && Deno.build.os !== "windows") {
      await Deno.chmod(`${to}/${file}`, mode & 0o777);
    }
  }
}

/** Puts the prepared skills where coding agents find them, and takes away those that are gone. */
async function placeSkills(
  repository: Repository,
  staging: string,
  entry: LockEntry,
  previous: LockEntry | undefined,
): Promise<void> {
  const folders = skillFolders(entry);
  for (const [index, folder] of folders.entries()) {
    await replaceFolder(
      `${staging}/skills/${index}`,
      ownPath(repository.root, folder),
      `${staging}/old-skill-${index}`,
    );
  }
  for (const folder of skillFolders(previous)) {
    if (!folders.includes(folder)) await removeSkill(repository, folder, previous!);
  }
}

/** Puts a prepared folder in its place and the old one out of sight; nothing when that was done. */
async function replaceFolder(prepared: string, target: string, old: string): Promise<void> {
  if (!await lstatIfPresent(prepared)) return;
  await Deno.mkdir(parentOf(target), { recursive: true });
  if (await lstatIfPresent(target)) await Deno.rename(target, old);
  await Deno.rename(prepared, target);
}

async function removeRecords(
  repository: Repository,
  extension: string,
  gone: (key: string) => boolean,
): Promise<void> {
  for (const [key, record] of await listAll(repository)) {
    if (record.extension !== extension || !gone(key)) continue;
    await Deno.remove(recordFile(repository, key));
  }
}
