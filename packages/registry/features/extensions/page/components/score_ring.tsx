import type { Scorecard } from "@svc/core/wire";

const RADIUS = 42;
/** Length of one point on the ring, and of the gap after it, in path units. */
const POINT = 100;
const GAP = 16;

/** The score as a gauge: one segment a point, so that a lost point is a visible gap. */
export function ScoreRing({ scorecard }: { scorecard: Scorecard }) {
  const total = scorecard.maxPoints * POINT;
  return (
    <svg
      class={`ring grade-${scorecard.grade}`}
      viewBox="0 0 100 100"
      width="128"
      height="128"
      role="img"
      aria-label={`Score ${scorecard.percentage} percent, grade ${scorecard.grade}: ${scorecard.earnedPoints} of ${scorecard.maxPoints} points`}
    >
      {pointOutcomes(scorecard).map((outcome, index) => (
        <circle
          class={`ring-point ring-${outcome}`}
          cx="50"
          cy="50"
          r={RADIUS}
          pathLength={total}
          stroke-dasharray={`${POINT - GAP} ${total - POINT + GAP}`}
          stroke-dashoffset={-index * POINT}
          transform="rotate(-90 50 50)"
        />
      ))}
      <text class="ring-grade" x="50" y="57" text-anchor="middle">{scorecard.grade}</text>
      <text class="ring-percent" x="50" y="73" text-anchor="middle">{scorecard.percentage}%</text>
    </svg>
  );
}

/** One entry a point of the divisor, in the order of the factors. */
function pointOutcomes(scorecard: Scorecard): ("earned" | "lost" | "open")[] {
  return scorecard.factors.flatMap((factor) =>
    Array.from(
      { length: factor.maxPoints },
      (_, point) =>
        point < factor.earnedPoints
          ? "earned" as const
          : factor.outcome === "failed"
          ? "lost" as const
          : "open" as const,
    )
  );
}
