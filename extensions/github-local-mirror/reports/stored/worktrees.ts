import { markdownCode, markdownText } from "../../../platform/markdown.ts";
import { markdownTable } from "../../../platform/report/table.ts";
import type { WorktreeAnalysis, WorktreeSnapshot } from "../../outputs/worktrees.ts";
import type { Stored } from "./stored.ts";

/** How one worktree stands, by what is stored. Null is "not known". */
export interface WorktreeLine {
  worktreeId: string;
  path: string;
  branch: string | null;
  prNumber: number | null;
  /** State of its pull request; null without one. */
  prState: string | null;
  missing: boolean;
  /** Its pull request has moved on since the worktree was linked or brought up to date. */
  stale: boolean | null;
  /** Files that differ from what is checked out, and files that git does not know. */
  modified: number | null;
  untracked: number | null;
  ahead: number | null;
  behind: number | null;
  inProgress: string | null;
  recommendedAction: string | null;
  /** When it was analysed, ISO 8601. */
  analysedAt: string | null;
  /** Its pull request is merged: `close_merged_worktrees` would look at it. */
  merged: boolean;
}

/** The worktrees that were not removed, or those linked to one pull request. */
export async function readWorktrees(stored: Stored, prNumber?: number): Promise<WorktreeLine[]> {
  const snapshots: WorktreeSnapshot[] = [];
  for await (const { document } of stored.each("worktreeSnapshot")) {
    if (document.state === "removed") continue;
    if (prNumber === undefined || document.prNumber === prNumber) snapshots.push(document);
  }
  const named = (spec: string, of: (snapshot: WorktreeSnapshot) => string) =>
    snapshots.map((snapshot) => stored.names.of(spec, of(snapshot)));
  const ids = named("worktreeAnalysis", ({ worktreeId }) => worktreeId);
  const analyses = await stored.some("worktreeAnalysis", ids);
  // Those without a pull request ask for number 0, which is none.
  const numberOf = ({ prNumber }: WorktreeSnapshot) => String(prNumber ?? 0);
  const heads = await stored.some("prHeadState", named("prHeadState", numberOf));
  const prs = await stored.some("prSnapshot", named("prSnapshot", numberOf));
  return snapshots.map((snapshot, index) =>
    lineOf(snapshot, {
      analysis: analyses[index]!,
      currentHead: heads[index]?.headSha ?? null,
      prState: prs[index]?.state ?? null,
    })
  );
}

function lineOf(
  snapshot: WorktreeSnapshot,
  { analysis, currentHead, prState }: {
    analysis: WorktreeAnalysis | null;
    currentHead: string | null;
    prState: string | null;
  },
): WorktreeLine {
  const { worktreeId, path, branch, prNumber, prHeadSha } = snapshot;
  const stale = prNumber === null
    ? false
    : currentHead === null || prHeadSha === null
    ? null
    : currentHead !== prHeadSha;
  return {
    worktreeId,
    path,
    branch,
    prNumber,
    prState,
    missing: snapshot.state === "missing" || (analysis?.missing ?? false),
    stale,
    modified: analysis?.modified ?? null,
    untracked: analysis?.untracked ?? null,
    ahead: analysis?.ahead ?? null,
    behind: analysis?.behind ?? null,
    inProgress: analysis?.inProgress ?? null,
    recommendedAction: analysis?.recommendedAction ?? null,
    analysedAt: analysis?.at ?? null,
    merged: prState === "merged",
  };
}

/** A table of worktrees, for this report and that of one pull request. */
export function worktreeTable(worktrees: readonly WorktreeLine[]): string {
  const head = [
    "Worktree",
    "Branch",
    "Pull request",
    "State",
    "Ahead",
    "Behind",
    "To do",
    "Analysed",
  ];
  return markdownTable(head, worktrees.map(worktreeRow));
}

function worktreeRow(line: WorktreeLine): (string | number)[] {
  const states = [
    ...line.missing ? ["missing"] : [],
    ...line.stale ? ["stale"] : [],
    ...isDirty(line) ? [`${line.modified ?? 0} changed, ${line.untracked ?? 0} untracked`] : [],
    ...line.inProgress === null ? [] : [`${line.inProgress} in progress`],
    ...line.merged ? ["merged"] : [],
  ];
  return [
    markdownCode(line.worktreeId, "table"),
    markdownCode(line.branch ?? "", "table"),
    line.prNumber === null ? "" : markdownText(`#${line.prNumber} ${line.prState ?? "unknown"}`),
    markdownText(states.join(", ")),
    line.ahead ?? "",
    line.behind ?? "",
    markdownText(line.recommendedAction ?? "run analyze_worktrees"),
    markdownText(line.analysedAt ?? ""),
  ];
}

/** Whether files differ from what is checked out, as far as that is known. */
export function isDirty({ modified, untracked }: WorktreeLine): boolean {
  return (modified ?? 0) + (untracked ?? 0) > 0;
}
