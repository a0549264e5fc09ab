/** Severities, worst first. */
export const SEVERITIES = ["critical", "high", "medium", "low", "note", "unknown"] as const;

/** One of {@link SEVERITIES}. */
export type Severity = typeof SEVERITIES[number];

/** How many alerts there are of each severity, and together. */
export type Counts = Record<Severity | "total", number>;

/** The severity of that name, else `unknown`. */
export function severityOf(text: string | null | undefined): Severity {
  return SEVERITIES.find((severity) => severity === text) ?? "unknown";
}

/** Counts alerts by severity. */
export function countsOf(alerts: readonly { severity: Severity }[]): Counts {
  const counts = addedCounts([]);
  for (const { severity } of alerts) counts[severity] += 1;
  return { ...counts, total: alerts.length };
}

/** Several counts as one. */
export function addedCounts(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return {
    critical: sum("critical"),
    high: sum("high"),
    medium: sum("medium"),
    low: sum("low"),
    note: sum("note"),
    unknown: sum("unknown"),
    total: sum("total"),
  };
}

/** The worst severity that occurs; null without any alert. */
export function worstOf(counts: Counts): Severity | null {
  return SEVERITIES.find((severity) => counts[severity] > 0) ?? null;
}

/** Orders the worse severity first. */
export function bySeverity(one: { severity: Severity }, other: { severity: Severity }): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}
