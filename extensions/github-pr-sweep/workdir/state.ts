import { PlatformFailure } from "../../platform/failure.ts";
import { commitAt } from "../../platform/git/commits.ts";
import type { SweptPullRequest } from "../outputs/sweep.ts";
import type { Workdir } from "./workdir.ts";

/** How a pull request's head stands to its base, as fetched. */
export interface BranchState {
  /** Commit of the head in the fork. */
  headSha: string;
  baseSha: string;
  /** Commits of the base that the head lacks. */
  behindBy: number;
  mergeState: SweptPullRequest["mergeState"];
}

/**
 * Compares what was fetched; nothing is checked out for it.
 *
 * @throws PlatformFailure `gone` when a branch is not there any more.
 */
export async function branchState(
  workdir: Workdir,
  { head, base }: { head: string; base: string },
): Promise<BranchState> {
  const headSha = await commitOf(workdir, `refs/remotes/fork/${head}`);
  const baseSha = await commitOf(workdir, `refs/remotes/upstream/${base}`);
  const behind = await workdir.repository.git(["rev-list", "--count", `${headSha}..${baseSha}`]);
  const mergeState = await mergeStateOf(workdir, headSha, baseSha);
  return { headSha, baseSha, behindBy: Number(behind), mergeState };
}

async function commitOf(workdir: Workdir, ref: string): Promise<string> {
  const commit = await commitAt(workdir.repository, ref);
  if (commit !== undefined) return commit;
  throw new PlatformFailure("gone", {
    reason: `there is no branch ${ref.replace(/^refs\/remotes\/(fork|upstream)\//, "'$1/")}'`,
    hint: "It may have been deleted just now. Run again",
  });
}

async function mergeStateOf(
  { repository }: Workdir,
  headSha: string,
  baseSha: string,
): Promise<BranchState["mergeState"]> {
  const { code } = await repository.attempt([
    ...["merge-tree", "--write-tree", "--no-messages"],
    baseSha,
    headSha,
  ]);
  return code === 0 ? "clean" : code === 1 ? "conflict" : "unknown";
}
