import { PlatformFailure } from "../../platform/failure.ts";
import { ownWorktreeId } from "../../platform/git/worktrees.ts";
import { infoAt } from "../../platform/info_at.ts";
import { countChanges, ENTRIES, locksIn, operationIn, readUnseen, STATUS } from "./changes.ts";
import type { Entry } from "./entries.ts";
import { type Facts, type Folder, UNTOUCHED } from "./reasons.ts";
import { gitInside, type Inside, type Mirror } from "./mirror.ts";
import { countOwnCommits } from "./own_commits.ts";

/** Git's own lock on a worktree that it is making. */
export const BEING_MADE = "initializing";

/**
 * Looks at a worktree. What cannot be found out is told in `unchecked` and never counts as nothing.
 *
 * @throws the signal's reason; a bug
 */
export async function factsOf(mirror: Mirror, entry: Entry): Promise<Facts> {
  const { registered, path, admin } = entry;
  const folder = await folderAt(mirror, entry);
  const facts: Facts = {
    ...UNTOUCHED,
    folder,
    head: registered?.head ?? null,
    branch: registered?.branch ?? null,
    lockReason: registered?.lock ?? null,
  };
  if (admin === null || registered === null) return facts;
  try {
    facts.ownCommits = await countOwnCommits(mirror, entry);
    if (folder === "present") await lookInside(mirror, { path, admin }, facts);
  } catch (error) {
    mirror.objects.signal.throwIfAborted();
    if (!(error instanceof PlatformFailure)) throw error;
    facts.unchecked = error.reason;
  }
  return facts;
}

/** What stands in the place of a worktree's folder. */
export async function folderAt({ objects }: Mirror, { path, admin }: Entry): Promise<Folder> {
  const info = await infoAt(path);
  if (info === undefined) return "missing";
  if (info.isSymlink) return "link";
  if (!info.isDirectory || admin === null) return "foreign";
  const id = await ownWorktreeId(objects.path, path);
  return id !== undefined && `${objects.path}/worktrees/${id}` === admin ? "present" : "foreign";
}

async function lookInside(mirror: Mirror, inside: Inside, facts: Facts): Promise<void> {
  const names = await Array.fromAsync(Deno.readDir(inside.admin), ({ name }) => name);
  facts.inProgress = operationIn(names);
  facts.locks = locksIn(names);
  facts.unfinished = !names.includes("index") || facts.lockReason === BEING_MADE;
  if (facts.unfinished) return;
  Object.assign(facts, countChanges(await gitInside(mirror, inside, STATUS)));
  const { submodules, assumed, skipped } = readUnseen(await gitInside(mirror, inside, ENTRIES));
  facts.submodules = await countOf(submodules, (name) => holdsFiles(`${inside.path}/${name}`));
  facts.unseen = new Set([
    ...assumed,
    ...await filtered(skipped, (name) => mayBeThere(`${inside.path}/${name}`)),
  ]).size;
}

/** A submodule that was never filled is an empty folder. */
async function holdsFiles(path: string): Promise<boolean> {
  const info = await infoUnlessClosed(path);
  if (info === "closed") return true;
  if (!info?.isDirectory) return false;
  for await (const _ of Deno.readDir(path)) return true;
  return false;
}

async function mayBeThere(path: string): Promise<boolean> {
  // What is not UTF-8 was replaced, so that it cannot be looked for.
  return path.includes("\uFFFD") || await infoUnlessClosed(path) !== undefined;
}

/** A link on the way may lead to where nobody may look. */
async function infoUnlessClosed(path: string): Promise<Deno.FileInfo | undefined | "closed"> {
  try {
    return await infoAt(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    if (error instanceof Deno.errors.NotCapable) return "closed";
    if (error instanceof Deno.errors.PermissionDenied) return "closed";
    throw error;
  }
}

async function countOf<T>(items: readonly T[], test: (item: T) => Promise<boolean>) {
  return (await filtered(items, test)).length;
}

/** One after the other: a sparse checkout has many. */
async function filtered<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const found: T[] = [];
  for (const item of items) if (await test(item)) found.push(item);
  return found;
}
