/** The start of a run as it stands in the names of its files: `2026-11-30T20-16-05-123Z`. */
export function runStamp(startedAt: Date): string {
  return startedAt.toISOString().replaceAll(/[:.]/g, "-");
}
