import { PlatformFailure } from "../../platform/failure.ts";
import { commitAt, isAncestor } from "../../platform/git/commits.ts";
import { infoAt } from "../../platform/info_at.ts";
import type { GitRepository } from "../../platform/git/repository.ts";
import { ownWorktreeId, readRegistered } from "../../platform/git/worktrees.ts";
import type { Workdir } from "./workdir.ts";

/** Where an agent works on one pull request. */
export interface AgentWorktree {
  folder: string;
  /** Local branch; its commits stay until a person pushes or removes them. */
  branch: string;
  /** Commit at which the agent begins. */
  start: string;
}

/** Changes in a worktree; inside of a submodule git would run what that repository's settings name. */
const STATUS = ["status", "--porcelain", "-z", "--ignore-submodules=dirty"];

/** What keeps a worktree as it is. */
export interface KeptWorktree {
  kept: string;
}

/**
 * The worktree for an agent, at the pull request's head. What an agent did earlier and nobody has
 * pushed is never lost: then the worktree stays as it is and the reason is given.
 *
 * @throws PlatformFailure `refused` when something else is in its place.
 */
export async function agentWorktree(
  { path, repository }: Workdir,
  number: number,
  headSha: string,
): Promise<AgentWorktree | KeptWorktree> {
  const { git } = repository;
  const folder = `${path}/pr-${number}`;
  const branch = `sweep/pr-${number}`;
  const begun: AgentWorktree = { folder, branch, start: headSha };
  const tip = await commitAt(repository, `refs/heads/${branch}`);
  const kept = tip && await unpushed(repository, { ...begun, start: tip }, number, headSha);
  if (kept) return { kept };
  if (await isRegistered(repository, folder)) {
    await assertOwnWorktree(repository.path, folder);
    const changes = await git(STATUS, { cwd: folder });
    if (changes !== "") return { kept: `${folder} has uncommitted changes` };
    const at = (await git(["rev-parse", "HEAD"], { cwd: folder })).trim();
    if (at !== tip && !await isAncestor(repository, at, headSha)) {
      return { kept: `${folder} is not on branch ${branch}, and has commits that were not pushed` };
    }
    await git(["checkout", "--quiet", "--no-track", "-B", branch, headSha], {
      cwd: folder,
    });
  } else {
    await assertFree(folder);
    await git(["worktree", "add", "--quiet", "-B", branch, folder, headSha]);
  }
  await git(["update-ref", startRef(number), headSha]);
  return begun;
}

/**
 * How many commits the agent's worktree has beyond where it began.
 *
 * @throws PlatformFailure `refused` when the agent has replaced what makes it the sweep's.
 */
export async function commitsOf(
  { repository }: Workdir,
  { folder, start }: AgentWorktree,
): Promise<number> {
  await assertOwnWorktree(repository.path, folder);
  return Number(await repository.git(["rev-list", "--count", `${start}..HEAD`], { cwd: folder }));
}

/** Where the agent began, to tell its commits from those of the pull request. */
const startRef = (number: number) => `refs/sweep/start/pr-${number}`;

async function unpushed(
  repository: GitRepository,
  { branch, start: tip }: AgentWorktree,
  number: number,
  headSha: string,
): Promise<string | undefined> {
  if (tip === await commitAt(repository, startRef(number))) return undefined;
  if (await isAncestor(repository, tip, headSha)) return undefined;
  return `branch ${branch} has commits that were not pushed`;
}

async function isRegistered({ git }: GitRepository, folder: string): Promise<boolean> {
  const real = await Deno.realPath(folder).catch(() => undefined);
  const registered = readRegistered(await git(["worktree", "list", "--porcelain", "-z"]));
  return registered.some(({ path }) => path === folder || path === real);
}

async function assertFree(folder: string): Promise<void> {
  if (await infoAt(folder) === undefined) return;
  throw new PlatformFailure("refused", {
    reason: `${folder} exists and is not a worktree of the sweep`,
    hint: "Move it elsewhere, then run again",
  });
}

/**
 * Looks whether a worktree still leads to the repository of the sweep.
 *
 * @param repository absolute path of the sweep's repository
 * @throws PlatformFailure `refused` when it leads elsewhere.
 */
async function assertOwnWorktree(repository: string, folder: string): Promise<void> {
  if (await ownWorktreeId(repository, folder) !== undefined) return;
  throw new PlatformFailure("refused", {
    reason: `${folder} is no longer a worktree of the sweep: its .git points elsewhere`,
    hint: "Move it elsewhere, then run again",
  });
}
