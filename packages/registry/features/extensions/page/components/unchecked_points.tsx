import { uncheckedText } from "@svc/core/rubric";
import type { Scorecard } from "@svc/core/wire";
import { uncheckedPoints } from "@svc/scorecard/compose";

/** How many points of a scorecard could not be checked, so that a grade is not taken for poor work. */
export function UncheckedPoints({ scorecard }: { scorecard: Scorecard }) {
  const { maxPoints } = scorecard;
  const text = uncheckedText({ uncheckedPoints: uncheckedPoints(scorecard), maxPoints });
  return text === undefined ? null : <span class="unchecked">{text}</span>;
}
