import type { Alert } from "./objective.ts";

/** How fast the errors allowed in thirty days are used up, and over which windows that is seen. */
export const BURN_RATES = [
  { name: "BurnsFast", rate: 14.4, windows: ["1h", "5m"], severity: "page" },
  { name: "BurnsSteadily", rate: 6, windows: ["6h", "30m"], severity: "page" },
  { name: "BurnsSlowly", rate: 1, windows: ["3d", "6h"], severity: "ticket" },
] as const;

/** The windows over which ratios are recorded. */
export const WINDOWS: readonly string[] = [
  ...new Set(BURN_RATES.flatMap(({ windows }) => windows)),
];

/**
 * The alerts that fire when errors are used up too fast.
 *
 * @param prefix of what the rules record
 * @param alerts what the names of these alerts begin with
 * @param what what uses them up, such as `{{ $labels.objective }}`
 * @param look where to look then
 */
export function burning(
  { prefix, alerts, what, look }: { prefix: string; alerts: string; what: string; look: string },
): Alert[] {
  return BURN_RATES.map(({ name, rate, windows, severity }) => ({
    name: alerts + name,
    severity,
    expr: windows.map((window) =>
      `${prefix}:bad_ratio:${window} > on (objective) group_left () ${rate} * ${prefix}:bad_budget`
    ).join(" and "),
    summary: `${what} uses up its errors ${rate} times as fast as thirty days allow. ${look}`,
  }));
}
