import { PlatformFailure } from "../../platform/failure.ts";
import { commitAt } from "../../platform/git/commits.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { type Entry, registeredIn, unregister } from "./entries.ts";
import { BEING_MADE, factsOf } from "./gather.ts";
import { folderOf, type Mirror } from "./mirror.ts";
import { countUnkept, keepCommits } from "./own_commits.ts";
import {
  counted,
  type Facts,
  reasonsToKeep,
  reasonsToLeaveAlone,
  untouchable,
  UNTOUCHED,
} from "./reasons.ts";

/** How a worktree is removed. */
export interface RemoveOptions {
  /** Although something would be lost; the reasons are told. */
  force: boolean;
  deleteBranch: boolean;
}

/** The outcome of a worktree that was to be removed. */
export interface Removal {
  removed: boolean;
  /** Why it was kept, or would have been without force; why a branch was kept. */
  reasons: string[];
  keptRefs: string[];
  branchDeleted: boolean;
}

/** A folder that is being removed begins so: what is decided has this name, whoever ends it. */
const REMOVING = ".removing-";

/**
 * Removes a worktree, its folder first in one step. Commits that only it has are kept by refs.
 *
 * @throws PlatformFailure what git says
 */
export async function removeWorktree(
  mirror: Mirror,
  entry: Entry,
  { force, deleteBranch }: RemoveOptions,
): Promise<Removal> {
  const facts = await factsOf(mirror, entry);
  const never = untouchable(facts);
  if (never !== undefined) return kept([never]);
  const reasons = facts.folder === "missing" ? reasonsWithoutFolder(facts) : reasonsToKeep(facts);
  if (reasons.length > 0 && !force) return kept(reasons);
  const keptRefs = await keepCommits(mirror, entry);
  if (facts.folder === "present") {
    await Deno.rename(entry.path, `${folderOf(mirror, REMOVING)}${entry.id}`);
  }
  if (entry.registered !== null) await unregister(mirror, entry);
  await deleteFiles(mirror, entry.id);
  const branch = deleteBranch ? await deleteWhatIsKept(mirror, branchOf(entry)) : undefined;
  return {
    removed: true,
    reasons: branch === undefined ? reasons : [...reasons, ...branch.reasons],
    keptRefs,
    branchDeleted: branch?.deleted ?? false,
  };
}

/** Ids of worktrees whose removal was decided and did not come to its end. */
export async function begunRemovals(mirror: Mirror): Promise<string[]> {
  const ids: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(mirror.objects.places.workspaces)) {
    if (isDirectory && name.startsWith(REMOVING)) ids.push(name.slice(REMOVING.length));
  }
  return ids.sort();
}

/** Deletes the files of a worktree whose removal was decided. */
export async function deleteFiles(mirror: Mirror, id: string): Promise<void> {
  const folder = `${folderOf(mirror, REMOVING)}${id}`;
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    const why = error instanceof Error ? terminalLine(error.message) : "";
    mirror.warn(`Files of the removed worktree ${id} are left in ${folder}: ${why}`);
  }
}

/** A worktree is locked when its folder may come back, for example on a disk that is away. */
function reasonsWithoutFolder({ lockReason }: Facts): string[] {
  if (lockReason === null || lockReason === BEING_MADE) return [];
  return reasonsToLeaveAlone({ ...UNTOUCHED, lockReason });
}

/** Full ref; of a worktree that git has forgotten, what the document says. */
function branchOf({ registered, snapshot }: Entry): string | null {
  if (registered !== null) return registered.branch;
  return snapshot?.branch == null ? null : `refs/heads/${snapshot.branch}`;
}

function kept(reasons: string[]): Removal {
  return { removed: false, reasons, keptRefs: [], branchDeleted: false };
}

/** Deletes a branch when all its commits are on another ref and nobody has it checked out. */
async function deleteWhatIsKept(
  mirror: Mirror,
  branch: string | null,
): Promise<{ deleted: boolean; reasons: string[] }> {
  const { objects } = mirror;
  if (branch === null) return { deleted: false, reasons: ["there was no branch to delete"] };
  const name = branch.replace(/^refs\/heads\//, "");
  const why = (reason: string) => ({
    deleted: false,
    reasons: [`branch ${terminalLine(name)} was kept: ${reason}`],
  });
  const tip = await commitAt(objects, branch);
  if (tip === undefined) return { deleted: false, reasons: ["its branch was already deleted"] };
  if ((await registeredIn(mirror)).some((one) => one.branch === branch)) {
    return why("it is checked out in another worktree");
  }
  const own = await countUnkept(objects, [tip], branch);
  if (own > 0) return why(`${counted(own, "commit")} on no other branch`);
  await objects.git(["update-ref", "-d", branch, tip]);
  await objects.attempt(["config", "--local", "--remove-section", `branch.${name}`]);
  return { deleted: true, reasons: [] };
}

/** The refusal of a removal, naming all reasons. */
export function refusedRemoval(id: string, reasons: readonly string[]): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `${id} is kept: ${reasons.join("; ")}`,
    hint: "Commit and push, or move away, what you need; 'force' removes it anyway, but never " +
      "a folder that points elsewhere",
  });
}
