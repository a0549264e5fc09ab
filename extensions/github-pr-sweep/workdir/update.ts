import { gitFields } from "../../platform/git/git.ts";
import { gitFailure } from "../../platform/git/failure.ts";
import type { CallOptions } from "../../platform/git/repository.ts";
import type { BranchState } from "./state.ts";
import type { Workdir } from "./workdir.ts";

/** How a branch is brought up to its base. */
export const UPDATE_STRATEGIES = ["merge", "rebase"] as const;

/** One of {@link UPDATE_STRATEGIES}. */
export type UpdateStrategy = typeof UPDATE_STRATEGIES[number];

/** What is to be brought up. */
export interface Wanted extends BranchState {
  number: number;
  head: string;
  base: string;
  strategy: UpdateStrategy;
  /** Who commits, as git's variables. */
  committer: Readonly<Record<string, string>>;
}

/** The head's new commit in the fork, or the paths that did not go together. */
export type UpdateResult = { pushed: string } | { conflicts: string[] };

/**
 * Brings a pull request's branch up to its base in a worktree of its own and pushes it. A branch that
 * has moved since it was fetched is not overwritten. Of a conflict nothing stays.
 *
 * @throws PlatformFailure when git or the push is refused; the fork's branch is then as it was.
 */
export async function updateBranch(workdir: Workdir, wanted: Wanted): Promise<UpdateResult> {
  const folder = `${workdir.path}/update-${wanted.number}`;
  await removeWorktree(workdir, folder);
  try {
    const add = ["worktree", "add", "--quiet", "--detach", folder, wanted.headSha];
    await workdir.repository.git(add);
    const inside: CallOptions = { cwd: folder, env: { ...wanted.committer, GIT_EDITOR: "true" } };
    const conflicts = wanted.strategy === "merge"
      ? await merged(workdir, wanted, inside)
      : await rebased(workdir, wanted, inside);
    if (conflicts !== undefined) return { conflicts };
    const commit = (await workdir.repository.git(["rev-parse", "HEAD"], inside)).trim();
    if (commit !== wanted.headSha) await push(workdir, wanted, commit);
    return { pushed: commit };
  } finally {
    await removeWorktree(workdir, folder);
  }
}

async function merged(
  workdir: Workdir,
  { head, base, baseSha }: Wanted,
  inside: CallOptions,
): Promise<string[] | undefined> {
  const message = `Merge branch '${base}' into ${head}`;
  const command = ["merge", "--quiet", "--no-verify", "--no-gpg-sign", "-m", message, baseSha];
  return await stopped(workdir, command, ["merge", "--abort"], inside);
}

async function rebased(
  workdir: Workdir,
  { baseSha }: Wanted,
  inside: CallOptions,
): Promise<string[] | undefined> {
  const options = ["--quiet", "--no-verify", "--no-gpg-sign", "--no-autostash", "--no-fork-point"];
  return await stopped(workdir, ["rebase", ...options, baseSha], ["rebase", "--abort"], inside);
}

/** Runs a command that stops at conflicts: then it is aborted, and the paths are given. */
async function stopped(
  { repository: { git, attempt } }: Workdir,
  command: readonly string[],
  abort: readonly string[],
  inside: CallOptions,
): Promise<string[] | undefined> {
  const { code, stdout, stderr } = await attempt(command, inside);
  if (code === 0) return undefined;
  const unmerged = gitFields(await git(["diff", "--name-only", "-z", "--diff-filter=U"], inside));
  if (unmerged.length === 0) {
    const decoder = new TextDecoder();
    throw await gitFailure(command[0]!, code, decoder.decode(stderr) || decoder.decode(stdout), []);
  }
  await git(abort, inside);
  return unmerged;
}

/** A merge only adds to the branch; a rebase replaces it, if it is still the one that was seen. */
async function push(
  { repository: { git }, urls }: Workdir,
  { head, headSha, strategy }: Wanted,
  commit: string,
): Promise<void> {
  const lease = strategy === "rebase" ? [`--force-with-lease=refs/heads/${head}:${headSha}`] : [];
  const options = ["--quiet", "--no-verify", "--no-follow-tags", ...lease, "--end-of-options"];
  await git(["push", ...options, urls.fork, `${commit}:refs/heads/${head}`]);
}

/** Also one that a killed sweep left. */
async function removeWorktree(
  { repository: { git, attempt } }: Workdir,
  folder: string,
): Promise<void> {
  await attempt(["worktree", "remove", "--force", "--force", folder]);
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await git(["worktree", "prune"]);
}
