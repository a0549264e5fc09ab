import { markdownCode, markdownText } from "../../../platform/markdown.ts";
import { markdownTable } from "../../../platform/report/table.ts";
import type { WorktreeLine } from "./worktrees.ts";

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
