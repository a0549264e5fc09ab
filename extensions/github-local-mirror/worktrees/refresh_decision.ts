import { counted, type Facts } from "./facts.ts";
import { changeReasons, reasonsToLeaveAlone, untouchable } from "./reasons.ts";

/** What is known of the pull request that a worktree is linked to. */
export interface Target {
  /** open, closed, merged, deleted; null before it was mirrored. */
  prState: string | null;
  /** Its current head; null when none was fetched. */
  headSha: string | null;
  /** Commits of the worktree that this head lacks, and the other way; null when unknown. */
  ahead: number | null;
  behind: number | null;
}

/** What a refresh does with a worktree: bring it up, leave it as it is, or say what is in the way. */
export type Refresh =
  | { do: "update" }
  | { do: "keep" | "block"; reasons: string[] };

/** Only a worktree that is clean and has nothing of its own is brought up, and only forward. */
export function decideRefresh(facts: Facts, target: Target): Refresh {
  const { prState, headSha, ahead, behind } = target;
  if (prState !== "open") {
    return keep(`its pull request is ${prState ?? "not in the mirror"}`);
  }
  if (facts.folder === "missing") return block("its folder is gone");
  const never = untouchable(facts);
  if (never !== undefined) return block(never);
  const odd = reasonsToLeaveAlone(facts);
  if (odd.length > 0) return block(...odd);
  if (headSha === null || ahead === null || behind === null) {
    return block("the head of its pull request is not in the mirror; run sync");
  }
  if (ahead === 0 && behind === 0) return keep();
  if (facts.ownCommits > 0) {
    return block(`${counted(facts.ownCommits, "commit")} on no other branch`);
  }
  if (ahead > 0) {
    return block(
      `the pull request's branch was rewritten and lacks ${counted(ahead, "commit")} of it; ` +
        "prepare_worktree makes one of the new head",
    );
  }
  const changes = changeReasons(facts);
  return changes.length > 0 ? block(...changes) : { do: "update" };
}

function keep(...reasons: string[]): Refresh {
  return { do: "keep", reasons };
}

function block(...reasons: string[]): Refresh {
  return { do: "block", reasons };
}
