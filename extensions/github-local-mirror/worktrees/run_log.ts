import type { WorktreeAnalysis, WorktreeRun, WorktreeSnapshot } from "../outputs/worktrees.ts";
import type { Mirror } from "./mirror.ts";

/** Worktrees that one run tells of by name. */
const MOST = 20;

type Teller = Pick<Mirror, "tell">;

/** Says where a worktree is, so that a person can go there. */
export function tellPath(
  mirror: Teller,
  { outcome, path, branch }: Pick<WorktreeSnapshot, "outcome" | "path" | "branch">,
): void {
  const on = branch === null ? "" : `, on branch ${branch}`;
  mirror.tell(`${outcome === "created" ? "created" : "already exists"}: ${path}${on}`);
}

/** Says of each worktree what to do with it. */
export function tellAnalyses(mirror: Teller, analyses: readonly WorktreeAnalysis[]): void {
  if (analyses.length === 0) mirror.tell("there is no worktree");
  const lines = analyses.map(({ worktreeId, recommendedAction, reasons }) =>
    line(worktreeId, recommendedAction === "none" ? "nothing to do" : recommendedAction, reasons)
  );
  tellSome(mirror, lines);
}

/** Says what became, or in a dry run would become, of each worktree. */
export function tellRun(mirror: Teller, { dryRun, results }: WorktreeRun): void {
  if (results.length === 0) mirror.tell("there was nothing to do");
  tellSome(
    mirror,
    results.map(({ worktreeId, outcome, reasons }) => line(worktreeId, outcome, reasons)),
  );
  if (dryRun) mirror.tell("nothing was changed; run again with dryRun=false to do it");
}

function line(worktreeId: string, what: string, reasons: readonly string[]): string {
  return `${worktreeId}: ${what}${reasons.length === 0 ? "" : `, ${reasons.join("; ")}`}`;
}

function tellSome(mirror: Teller, lines: readonly string[]): void {
  for (const one of lines.slice(0, MOST)) mirror.tell(one);
  if (lines.length > MOST) mirror.tell(`and ${lines.length - MOST} more`);
}
