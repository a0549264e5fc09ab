/** A grade and percentage in one small chip, for lists. */
export function GradeChip({ score }: { score: { percentage: number; grade: string } | null }) {
  if (score === null) return <span class="chip chip-quiet">Not scored yet</span>;
  return (
    <span class={`chip grade-chip grade-${score.grade}`}>
      <span class="visually-hidden">Grade</span>
      <b>{score.grade}</b> {score.percentage}%
    </span>
  );
}
