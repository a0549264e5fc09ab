import { PlatformFailure } from "../../platform/failure.ts";
import { gitRepository, makeBare } from "../../platform/git/repository.ts";
import { infoAt } from "../../platform/info_at.ts";
import { assertOwnConfig, writeConfig } from "./config.ts";
import { type GitAccess, type Urls, type Workdir, workdirAt } from "./workdir.ts";

/** Names in the folder that belong to the sweep beside its worktrees. */
const LOCK = "sweep.lock";
const REPOSITORY = "repository.git";
/** A repository that is being made. */
const UNFINISHED = "unfinished.git";

/** A folder that no other sweep uses until it is disposed. */
export interface LockedWorkdir extends Disposable {
  workdir: Workdir;
}

/**
 * Opens the folder of a sweep, and makes it when it is empty or absent.
 *
 * @param path absolute
 * @throws PlatformFailure `refused` for a folder that is neither empty nor an earlier sweep's of the
 *   same repositories, `conflict` while another sweep uses it.
 */
export async function openWorkdir(
  path: string,
  urls: Urls,
  access: GitAccess,
): Promise<LockedWorkdir> {
  await assertUsable(path);
  await Deno.mkdir(path, { recursive: true });
  const lock = await Deno.open(`${path}/${LOCK}`, { create: true, write: true });
  try {
    if (!await lock.tryLock(true)) {
      throw new PlatformFailure("conflict", {
        reason: `another sweep uses ${path}`,
        hint: "Wait until it has ended, or give another 'workdir'",
      });
    }
    const workdir = workdirAt(path, urls, access);
    await makeRepository(workdir, access.signal);
    await assertOwnConfig(workdir);
    await removeLeftUpdates(path);
    await workdir.repository.git(["worktree", "prune"]);
    return { workdir, [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

async function assertUsable(path: string): Promise<void> {
  const info = await infoAt(path);
  if (info === undefined) return;
  if (!info.isDirectory) throw refused(path, "is not a folder, or a symbolic link to one");
  const names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
  if (names.includes(REPOSITORY)) {
    // As a file or a link, `.git` folders lead elsewhere.
    const repository = await infoAt(`${path}/${REPOSITORY}`);
    if (!repository?.isDirectory) {
      throw refused(path, `contains a ${REPOSITORY} that is not a folder`);
    }
    return;
  }
  const other = names.find((name) => name !== LOCK && name !== UNFINISHED);
  if (other !== undefined) throw refused(path, `contains '${other}', but no repository of a sweep`);
}

/** Renamed into place when it is whole, so that a killed sweep leaves none that is half made. */
async function makeRepository({ path, urls }: Workdir, signal: AbortSignal): Promise<void> {
  if (await infoAt(`${path}/${REPOSITORY}`) !== undefined) return;
  const unfinished = `${path}/${UNFINISHED}`;
  if (await infoAt(unfinished) !== undefined) await Deno.remove(unfinished, { recursive: true });
  await Deno.mkdir(unfinished);
  const repository = gitRepository(unfinished, { signal });
  await makeBare(repository);
  await writeConfig(repository, urls);
  await Deno.rename(unfinished, `${path}/${REPOSITORY}`);
}

/** Worktrees of updates, which a sweep that was killed left half way; an agent's are kept. */
async function removeLeftUpdates(path: string): Promise<void> {
  const names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
  for (const name of names.filter((name) => /^update-\d+$/.test(name))) {
    await Deno.remove(`${path}/${name}`, { recursive: true });
  }
}

function refused(path: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `${path} ${reason}`,
    hint:
      "Give an empty folder as 'workdir', or the one of an earlier sweep of the same repositories",
  });
}
