import { PlatformFailure } from "../../platform/failure.ts";
import { infoAt } from "../../platform/info_at.ts";
import { ownWorktreeId } from "../../platform/own_worktree.ts";
import { readRegistered } from "../../platform/registered_worktrees.ts";
import { commitAt } from "./state.ts";
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
  workdir: Workdir,
  number: number,
  headSha: string,
): Promise<AgentWorktree | KeptWorktree> {
  const folder = `${workdir.path}/pr-${number}`;
  const branch = `sweep/pr-${number}`;
  const begun: AgentWorktree = { folder, branch, start: headSha };
  const tip = await commitAt(workdir, `refs/heads/${branch}`);
  const kept = tip && await unpushed(workdir, { ...begun, start: tip }, number, headSha);
  if (kept) return { kept };
  if (await isRegistered(workdir, folder)) {
    await assertOwnWorktree(workdir.repository, folder);
    const changes = await workdir.call(STATUS, { cwd: folder });
    if (changes !== "") return { kept: `${folder} holds changes that are not committed` };
    const at = (await workdir.call(["rev-parse", "HEAD"], { cwd: folder })).trim();
    if (at !== tip && !await isAncestor(workdir, at, headSha)) {
      return { kept: `${folder} is not on branch ${branch}, and at commits that were not pushed` };
    }
    await workdir.call(["checkout", "--quiet", "--no-track", "-B", branch, headSha], {
      cwd: folder,
    });
  } else {
    await assertFree(folder);
    await workdir.call(["worktree", "add", "--quiet", "-B", branch, folder, headSha]);
  }
  await workdir.call(["update-ref", startRef(number), headSha]);
  return begun;
}

/**
 * How many commits the agent's worktree has beyond where it began.
 *
 * @throws PlatformFailure `refused` when the agent has replaced what makes it the sweep's.
 */
export async function commitsOf(
  { call, repository }: Workdir,
  { folder, start }: AgentWorktree,
): Promise<number> {
  await assertOwnWorktree(repository, folder);
  return Number(await call(["rev-list", "--count", `${start}..HEAD`], { cwd: folder }));
}

/** Where the agent began, to tell its commits from those of the pull request. */
const startRef = (number: number) => `refs/sweep/start/pr-${number}`;

async function unpushed(
  workdir: Workdir,
  { branch, start: tip }: AgentWorktree,
  number: number,
  headSha: string,
): Promise<string | undefined> {
  if (tip === await commitAt(workdir, startRef(number))) return undefined;
  if (await isAncestor(workdir, tip, headSha)) return undefined;
  return `branch ${branch} holds commits that were not pushed`;
}

async function isAncestor({ attempt }: Workdir, one: string, other: string): Promise<boolean> {
  return (await attempt(["merge-base", "--is-ancestor", one, other])).code === 0;
}

async function isRegistered({ call }: Workdir, folder: string): Promise<boolean> {
  const real = await Deno.realPath(folder).catch(() => undefined);
  const registered = readRegistered(await call(["worktree", "list", "--porcelain", "-z"]));
  return registered.some(({ path }) => path === folder || path === real);
}

async function assertFree(folder: string): Promise<void> {
  if (await infoAt(folder) === undefined) return;
  throw new PlatformFailure("refused", {
    reason: `${folder} is there and is not a worktree of the sweep`,
    hint: "Move it away, then run again",
  });
}

/**
 * Looks whether a worktree still leads to the repository of the sweep.
 *
 * @param repository absolute path of the sweep's repository
 * @throws PlatformFailure `refused` when it leads elsewhere.
 */
export async function assertOwnWorktree(repository: string, folder: string): Promise<void> {
  if (await ownWorktreeId(repository, folder) !== undefined) return;
  throw new PlatformFailure("refused", {
    reason: `${folder} is not a worktree of the sweep any more: its .git leads elsewhere`,
    hint: "Keep what you need of it, move it away, then run again",
  });
}
