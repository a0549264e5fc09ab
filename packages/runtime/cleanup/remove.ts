import { parentOf } from "../base/files/path.ts";
import { listFolder } from "../base/files/read.ts";
import {
  removeAbandonedFolders,
  removeIfEmpty,
  systemTemporaryFolder,
} from "../base/files/temporary.ts";
import { lockfilePath } from "../consent/installed/lockfile_path.ts";
import { removeOldBundles } from "../consent/installed/old_bundles.ts";
import { lockExtensions } from "../consent/installed/settle.ts";
import type { Repository } from "../repository/repository.ts";

/** No single file takes as long to write. */
const WRITING_MS = 60 * 60 * 1000;

/** How long it is remembered that a repository was looked at. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;

/** A file on its way into its place, see `writeAtomic`; a start of the sandbox, see `keepStart`. */
const ASIDE = /\.[0-9a-f]{8}\.tmp$/;

/** Have a journal, which says what is to become of each file. */
const JOURNALLED: ReadonlySet<string> = new Set(["data", "outputs", "installing", "secrets"]);

interface Surroundings {
  env: (name: string) => string | undefined;
  /** The part of Deno's cache folder that is ours. */
  own: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Removes what killed processes of svc have left: their temporary folders, and files beside those that
 * they were about to replace; and bundles that a change has left to runs which have ended since. What a
 * living process uses stays: it holds its folders locked, and files of the last hour are left alone.
 */
export async function removeAbandoned(
  repository: Repository,
  { env, own, now }: Surroundings,
): Promise<void> {
  const temporary = systemTemporaryFolder(env);
  // Earlier releases made theirs beside those of other programs.
  const temporaryOwn = `${temporary}/svc-${Deno.uid()}`;
  for (const folder of [temporary, temporaryOwn]) {
    if (isFolder(folder)) await removeAbandonedFolders(folder, now);
  }
  removeIfEmpty(temporaryOwn);
  const old = (age: number, path: string) => isOlder(path, now - age);
  for (const { name } of await listFolder(`${own}/looked`)) {
    if (old(REMEMBERED_MS, `${own}/looked/${name}`)) await remove(`${own}/looked/${name}`);
  }
  for await (const path of asides(repository, own)) {
    if (old(WRITING_MS, path)) await remove(path);
  }
  // Of extensions that were updated or removed while something ran.
  if ((await listFolder(`${repository.state}/bundles`)).length === 0) return;
  await using _lock = await lockExtensions(repository, 0);
  await removeOldBundles(repository);
}

/** Everything that looks like a file on its way into its place, where svc puts such files. */
async function* asides(repository: Repository, own: string): AsyncGenerator<string> {
  const { root, state, config } = repository;
  for (const folder of ["start", "ready"]) yield* asidesIn(`${own}/${folder}`);
  if (config !== undefined) yield* asidesBelow(config);
  yield* asidesIn(state);
  for (const { name, isDirectory } of await listFolder(state)) {
    if (isDirectory && !JOURNALLED.has(name)) yield* asidesBelow(`${state}/${name}`);
  }
  // Here others keep files as well: only those of ours are meant.
  for await (const path of asidesBelow(`${root}/behaviors`)) {
    if (path.replace(ASIDE, "").endsWith(".yaml")) yield path;
  }
  const lockfile = await lockfilePath(repository);
  for await (const path of asidesIn(parentOf(lockfile))) {
    if (path.replace(ASIDE, "") === lockfile) yield path;
  }
}

async function* asidesBelow(folder: string): AsyncGenerator<string> {
  yield* asidesIn(folder);
  for (const { name, isDirectory } of await listFolder(folder)) {
    if (isDirectory && !ASIDE.test(name)) yield* asidesBelow(`${folder}/${name}`);
  }
}

async function* asidesIn(folder: string): AsyncGenerator<string> {
  for (const { name, isSymlink } of await listFolder(folder)) {
    if (!isSymlink && ASIDE.test(name)) yield `${folder}/${name}`;
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

function isOlder(path: string, time: number): boolean {
  try {
    const { mtime } = Deno.lstatSync(path);
    return mtime !== null && mtime.getTime() < time;
  } catch {
    return false;
  }
}

/** Another process may have done it, or what is there cannot be removed. */
async function remove(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch(() => {});
}
