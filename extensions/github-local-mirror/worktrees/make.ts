import { PlatformFailure } from "../../platform/failure.ts";
import { commitAt } from "../../platform/git/commits.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { entriesOf, type Entry, registeredIn, unregister } from "./entries.ts";
import { BEING_MADE, folderAt } from "./gather.ts";
import { folderOf, gitInside, type Mirror } from "./mirror.ts";

/** A worktree to make. */
export interface Plan {
  id: string;
  /** Without `refs/heads/`. One that exists is checked out as it is. */
  branch: string;
  /** Commit at which a new branch begins. */
  start: string;
}

/**
 * Makes a worktree with all its files. Of one that cannot be made nothing stays, but what was made
 * when the run is aborted: the next run goes on with it.
 *
 * @throws PlatformFailure when its place is taken or its branch is checked out elsewhere, and what git says
 */
export async function makeWorktree(mirror: Mirror, plan: Plan): Promise<Entry> {
  const { objects } = mirror;
  await assertFree(mirror, plan.id);
  await assertNotCheckedOut(mirror, plan.branch);
  const before = await commitAt(objects, `refs/heads/${plan.branch}`);
  const path = folderOf(mirror, plan.id);
  const what = before === undefined
    ? ["--no-track", "-b", plan.branch, path, plan.start]
    : [path, plan.branch];
  try {
    await objects.git(["worktree", "add", "--quiet", "--no-checkout", ...what]);
    const entry = await entryOf(mirror, plan.id);
    await checkOut(mirror, entry);
    return entry;
  } catch (error) {
    objects.signal.throwIfAborted();
    await undo(mirror, plan, before === undefined);
    throw error;
  }
}

/** The entry of a worktree that was just made or looked at. */
export async function entryOf(mirror: Mirror, id: string): Promise<Entry> {
  const entry = (await entriesOf(mirror)).get(id);
  if (entry?.registered) return entry;
  throw new PlatformFailure("git_failed", { reason: `git did not create the worktree ${id}` });
}

/**
 * Writes a worktree's files, also where a run was killed while it did so. The progress that git
 * tells has a purpose: without us nobody reads it, and git ends.
 */
export async function checkOut(mirror: Mirror, entry: Entry): Promise<void> {
  const { path, admin } = entry;
  await assertInPlace(mirror, path);
  if (admin === null || await folderAt(mirror, entry) !== "present") {
    throw new PlatformFailure("refused", { reason: `${path} does not belong to this mirror` });
  }
  await gitInside(mirror, { path, admin }, ["checkout", "--force", "--progress"]);
}

/**
 * Takes back what a git that was killed had begun to make. Only a folder without files is taken back.
 *
 * @returns whether there was something
 */
export async function takeBackBegun(mirror: Mirror, entry: Entry): Promise<boolean> {
  if (entry.registered?.lock !== BEING_MADE) return false;
  if (await folderAt(mirror, entry) === "link") return false;
  const names = await Array.fromAsync(Deno.readDir(entry.path), ({ name }) => name)
    .catch(unlessAbsent);
  if (names.some((name) => name !== ".git")) return false;
  if (names.includes(".git")) await Deno.remove(`${entry.path}/.git`);
  await Deno.remove(entry.path).catch(unlessAbsent);
  await unregister(mirror, entry);
  return true;
}

async function assertNotCheckedOut(mirror: Mirror, branch: string): Promise<void> {
  const other = (await registeredIn(mirror)).find((one) => one.branch === `refs/heads/${branch}`);
  if (other === undefined) return;
  throw new PlatformFailure("conflict", {
    reason: `the branch '${terminalLine(branch)}' is checked out in ${terminalLine(other.path)}`,
    hint: "Work there, or check out another branch there first",
  });
}

async function undo(mirror: Mirror, { id, branch, start }: Plan, made: boolean): Promise<void> {
  const entry = (await entriesOf(mirror)).get(id);
  if (entry?.registered) {
    if (await folderAt(mirror, entry) === "present") {
      await Deno.remove(entry.path, { recursive: true });
    }
    await unregister(mirror, entry);
  }
  // Only as it was made; a branch that was there before is none of ours.
  if (made) await mirror.objects.attempt(["update-ref", "-d", `refs/heads/${branch}`, start]);
}

function unlessAbsent(error: unknown): string[] {
  if (error instanceof Deno.errors.NotFound) return [];
  throw error;
}

/**
 * Makes sure that a worktree's folder is free, also where a file system ignores case.
 *
 * @throws PlatformFailure `already_exists` that names what is there
 */
export async function assertFree({ objects }: Mirror, id: string): Promise<void> {
  const { workspaces } = objects.places;
  for await (const { name } of Deno.readDir(workspaces)) {
    if (name.normalize("NFKC").toLowerCase() !== id) continue;
    throw new PlatformFailure("already_exists", {
      reason: `${workspaces} contains ${
        JSON.stringify(name)
      }, which is not a worktree of the mirror`,
      hint: "Check what it is and move it elsewhere, then run again",
    });
  }
}

/**
 * Makes sure that a folder that was just made is a real one in its place.
 *
 * @throws PlatformFailure `refused`
 */
async function assertInPlace({ objects }: Mirror, path: string): Promise<void> {
  const { workspaces } = objects.places;
  const info = await Deno.lstat(path);
  const real = await Deno.realPath(path);
  const below = real === path && real.startsWith(`${workspaces}/`) &&
    !real.slice(workspaces.length + 1).includes("/");
  if (info.isDirectory && !info.isSymlink && below) return;
  throw new PlatformFailure("refused", {
    reason: `${path} is not in ${workspaces}: it points to ${real}`,
    hint: "Check who created the link",
  });
}
