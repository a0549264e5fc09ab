import type { RECOMMENDED_ACTIONS } from "../outputs/worktree_analysis.ts";
import { counted, type Facts } from "./facts.ts";
import { changeReasons, reasonsToKeep, reasonsToLeaveAlone, untouchable } from "./reasons.ts";

/** How a worktree stands to its pull request. */
export interface Standing {
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
export function recommend(facts: Facts, standing: Standing): Recommendation {
  const { prState, ahead, behind } = standing;
  if (facts.folder === "missing") return to("remove", "its folder is gone");
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
