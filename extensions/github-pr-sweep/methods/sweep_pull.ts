import { type CheckSummary, summarizeChecks } from "../../platform/checks.ts";
import type { Client } from "../../platform/client.ts";
import { commitChecks } from "../../platform/commit_checks.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { DEFAULT_PROMPT, type Facts, promptFor } from "../agent/prompt.ts";
import { AGENT_TIMEOUT_MS, runAgent } from "../agent/run.ts";
import type { SweptPullRequest } from "../outputs/sweep.ts";
import type { ForkPull } from "../upstream/pulls.ts";
import { type Thread, unansweredThreads } from "../upstream/threads.ts";
import { agentWorktree, commitsOf } from "../workdir/agent_worktree.ts";
import { assertOwnConfig, restoringConfig } from "../workdir/config.ts";
import { type BranchState, branchState } from "../workdir/state.ts";
import { updateBranch, type UpdateResult, type UpdateStrategy } from "../workdir/update.ts";
import type { Workdir } from "../workdir/workdir.ts";

/** What one pull request is swept with. */
export interface PullTools {
  client: Client;
  upstream: RepositoryName;
  /** owner/name */
  fork: string;
  workdir: Workdir;
  /** Who commits, as git's variables. */
  committer: Readonly<Record<string, string>>;
  resyncBehind: boolean;
  updateStrategy: UpdateStrategy;
  /** Name of a program. */
  agent: string | undefined;
  prompt: string | undefined;
  /** Absolute. */
  svcRepoDir: string;
  signal: AbortSignal;
  agentTimeoutMs?: number;
}

/**
 * Looks at one pull request, brings it up to its base and lets the agent work on it, as asked. What
 * failed is told, not thrown.
 *
 * @throws the signal's reason when the run is aborted; a bug.
 */
export async function sweepPull(pull: ForkPull, tools: PullTools): Promise<SweptPullRequest> {
  const { signal, upstream } = tools;
  const swept = untouched(pull, `${upstream.owner}/${upstream.repo}`);
  try {
    await assertOwnConfig(tools.workdir);
    const state = await branchState(tools.workdir, pull);
    Object.assign(swept, {
      behindBy: state.behindBy,
      mergeState: state.mergeState,
      before: state.headSha,
      after: state.headSha,
    });
    const seen = await reviewState(pull, state.headSha, tools);
    Object.assign(swept, { checks: seen.checks, unansweredThreads: seen.threads.length });
    const conflicts = await update(pull, state, swept, tools);
    if (tools.agent !== undefined) {
      await letAgentWork(tools.agent, pull, { state, ...seen, conflicts }, swept, tools);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlatformFailure)) throw error;
    swept.action = "failed";
    swept.error = { code: error.code, message: error.message };
  }
  return swept;
}

function untouched(pull: ForkPull, repo: string): SweptPullRequest {
  const { number, title, url, author, head, base } = pull;
  return {
    ...{ repo, number, title, url, author, head, base },
    behindBy: null,
    mergeState: "unknown",
    checks: null,
    unansweredThreads: null,
    action: "none",
    before: null,
    after: null,
    agent: null,
    note: null,
    error: null,
    fetchedAt: new Date().toISOString(),
  };
}

async function reviewState(
  { number, author }: ForkPull,
  headSha: string,
  { client, upstream }: PullTools,
): Promise<{ checks: CheckSummary; threads: Thread[] }> {
  return await ask(`#${number}`, async () => {
    const { checks } = await commitChecks(client, upstream, headSha);
    const threads = await unansweredThreads(client, upstream, number, author);
    return { checks: summarizeChecks(checks), threads };
  });
}

/** Paths that a message names. */
const NAMED = 10;

/** Brings the branch up when that is wanted, and gives the paths that did not go together. */
async function update(
  { number, head, base }: ForkPull,
  state: BranchState,
  swept: SweptPullRequest,
  { workdir, resyncBehind, updateStrategy: strategy, committer }: PullTools,
): Promise<string[]> {
  if (!resyncBehind || state.behindBy === 0) return [];
  const wanted = { ...state, number, head, base, strategy, committer };
  const result: UpdateResult = await updateBranch(workdir, wanted);
  if ("pushed" in result) {
    swept.action = "updated";
    swept.after = result.pushed;
    return [];
  }
  const paths = result.conflicts.map(terminalLine);
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  swept.action = "conflict";
  swept.error = {
    code: "conflict",
    message:
      `A ${strategy} with ${base} conflicts in ${paths.slice(0, NAMED).join(", ")}${more}. ` +
      "Nothing was pushed",
  };
  return paths;
}

/** What is known of a pull request before the agent begins. */
interface Known {
  state: BranchState;
  checks: CheckSummary;
  threads: Thread[];
  conflicts: string[];
}

async function letAgentWork(
  program: string,
  pull: ForkPull,
  known: Known,
  swept: SweptPullRequest,
  tools: PullTools,
): Promise<void> {
  const { workdir, svcRepoDir, signal, committer, agentTimeoutMs = AGENT_TIMEOUT_MS } = tools;
  const worktree = await agentWorktree(workdir, pull.number, swept.after!);
  if ("kept" in worktree) {
    swept.note = `'${program}' was not run: ${worktree.kept}`;
    return;
  }
  const facts = factsOf(pull, known, swept, worktree.folder, tools);
  const input = promptFor(tools.prompt ?? DEFAULT_PROMPT, facts, crypto.randomUUID());
  const left = async () => ({
    program,
    commits: await commitsOf(workdir, worktree),
    branch: worktree.branch,
    worktree: worktree.folder,
  });
  try {
    await restoringConfig(workdir, () =>
      runAgent({
        program,
        cwd: worktree.folder,
        input,
        env: { ...committer, SVC_REPO_DIR: svcRepoDir },
        signal,
        timeoutMs: agentTimeoutMs,
      }));
    swept.action = "agent-ran";
  } finally {
    if (!signal.aborted) swept.agent = await left();
  }
}

function factsOf(
  { number, title, body, url, author, head, base }: ForkPull,
  { state, checks, threads, conflicts }: Known,
  swept: SweptPullRequest,
  worktree: string,
  { upstream, fork, svcRepoDir }: PullTools,
): Facts {
  return {
    repository: `${upstream.owner}/${upstream.repo}`,
    ...{ fork, number, title, body, url, author, head, base },
    headSha: swept.after!,
    behindBy: swept.action === "updated" ? 0 : state.behindBy,
    mergeState: state.mergeState,
    ...{ conflicts, checks, unansweredThreads: threads, worktree, svcRepoDir },
  };
}
