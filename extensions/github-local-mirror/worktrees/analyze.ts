import { commitAt } from "../../platform/git/commits.ts";
import type { RECOMMENDED_ACTIONS, WorktreeAnalysis } from "../outputs/worktrees.ts";
import type { Entry } from "./entries.ts";
import { factsOf } from "./gather.ts";
import type { Mirror } from "./mirror.ts";
import {
  changeReasons,
  counted,
  type Facts,
  reasonsToKeep,
  reasonsToLeaveAlone,
  untouchable,
} from "./reasons.ts";
import { snapshotOf } from "./snapshot.ts";
import { tellAnalyses } from "./run_log.ts";

/** How a worktree stands to its pull request, and the head it is measured by. */
export interface Measured extends PullRequestStatus {
  /** Current head of the pull request; null when it is not in the mirror. */
  headSha: string | null;
}

/** Whether a worktree is one to look at: git knows it, or its folder should be there. */
export function isThere({ registered, snapshot }: Entry): boolean {
  return registered !== null || (snapshot !== null && snapshot.state !== "removed");
}

/**
 * Looks at worktrees and writes down how each stands and what to do with it.
 *
 * @throws the signal's reason; PlatformFailure when documents cannot be written
 */
export async function analyze(mirror: Mirror, entries: Iterable<Entry>): Promise<void> {
  const analyses: WorktreeAnalysis[] = [];
  for (const entry of entries) {
    mirror.objects.signal.throwIfAborted();
    if (isThere(entry)) analyses.push(await analyzeOne(mirror, entry));
  }
  tellAnalyses(mirror, analyses);
}

async function analyzeOne(mirror: Mirror, entry: Entry): Promise<WorktreeAnalysis> {
  const facts = await factsOf(mirror, entry);
  const { prNumber = null, prHeadSha = null } = entry.snapshot ??
    await snapshotOf(mirror, entry, { outcome: "exists" });
  const measured = await measure(mirror, facts, prNumber);
  const { action, reasons } = recommend(facts, measured);
  const analysis: WorktreeAnalysis = {
    repo: mirror.repo,
    worktreeId: entry.id,
    prNumber,
    prState: measured.prState,
    missing: facts.folder === "missing",
    modified: facts.modified,
    untracked: facts.untracked,
    ignored: facts.ignored,
    ahead: measured.ahead,
    behind: measured.behind,
    staleHead: measured.headSha !== null && measured.headSha !== prHeadSha,
    inProgress: facts.inProgress,
    locked: facts.lockReason !== null,
    recommendedAction: action,
    reasons,
    at: new Date().toISOString(),
  };
  await keepIfChanged(mirror, entry, facts);
  await mirror.documents.keepAnalysis(analysis);
  return analysis;
}

/** A commit may have been made there, or another branch checked out. */
async function keepIfChanged(mirror: Mirror, entry: Entry, facts: Facts): Promise<void> {
  if (facts.folder === "missing" || entry.registered === null) return;
  const { snapshot } = entry;
  const now = await snapshotOf(mirror, entry, { outcome: "exists" });
  const same = snapshot !== null && snapshot.state === "present" &&
    snapshot.branch === now.branch && snapshot.headSha === now.headSha;
  if (!same) await mirror.documents.keepSnapshot(now);
}

/** Compares what is checked out with the pull request's current head. */
export async function measure(
  mirror: Mirror,
  facts: Facts,
  prNumber: number | null,
): Promise<Measured> {
  const unknown = { ahead: null, behind: null };
  if (prNumber === null) return { prState: null, headSha: null, ...unknown };
  const { documents, objects } = mirror;
  const [pull, head] = await Promise.all([documents.pull(prNumber), documents.head(prNumber)]);
  const prState = pull?.state ?? null;
  const headSha = head?.headSha ?? null;
  if (headSha === null || facts.head === null) return { prState, headSha, ...unknown };
  const both = await Promise.all([commitAt(objects, headSha), commitAt(objects, facts.head)]);
  if (both.includes(undefined)) return { prState, headSha, ...unknown };
  const range = `${facts.head}...${headSha}`;
  const counted = await objects.git(["rev-list", "--count", "--left-right", range]);
  const [ahead, behind] = counted.trim().split("\t").map(Number) as [number, number];
  return { prState, headSha, ahead, behind };
}

/** How a worktree stands to its pull request. */
export interface PullRequestStatus {
  /** open, closed, merged, deleted; null without a pull request, or before it was mirrored. */
  prState: string | null;
  /** Commits here that the pull request's head lacks, and the other way; null when unknown. */
  ahead: number | null;
  behind: number | null;
}

/** What to do with a worktree, and why. */
export interface Recommendation {
  action: typeof RECOMMENDED_ACTIONS[number];
  reasons: string[];
}

/** What a person should do with a worktree. The first row that fits counts. */
export function recommend(facts: Facts, standing: PullRequestStatus): Recommendation {
  const { prState, ahead, behind } = standing;
  if (facts.folder === "missing") return to("remove", "its folder is missing");
  const never = untouchable(facts);
  if (never !== undefined) return to("inspect", never);
  const odd = reasonsToLeaveAlone({ ...facts, lockReason: null });
  if (odd.length > 0) return to("inspect", ...odd);
  const changes = changeReasons(facts);
  if (changes.length > 0) return to("commit", ...changes);
  if (prState === "merged") return afterMerge(facts);
  if (prState === "closed" || prState === "deleted") {
    return to("none", `its pull request is ${prState}`);
  }
  return beforeMerge(facts, ahead, behind);
}

/** What still keeps a worktree is for a person to look at. */
function afterMerge(facts: Facts): Recommendation {
  const kept = reasonsToKeep(facts);
  return kept.length === 0
    ? to("remove", "its pull request is merged")
    : to("inspect", "its pull request is merged", ...kept);
}

function beforeMerge(facts: Facts, ahead: number | null, behind: number | null): Recommendation {
  if (ahead === null || behind === null) {
    return facts.ownCommits > 0
      ? to("push", `${counted(facts.ownCommits, "commit")} on no other branch`)
      : to("none");
  }
  const [more, fewer] = [
    `${counted(ahead, "commit")} more than the pull request`,
    `${counted(behind, "commit")} fewer than the pull request`,
  ];
  if (ahead > 0 && behind > 0) return to("inspect", more, fewer);
  if (ahead > 0) return to("push", more);
  return behind > 0 ? to("update", fewer) : to("none");
}

function to(action: Recommendation["action"], ...reasons: string[]): Recommendation {
  return { action, reasons };
}
