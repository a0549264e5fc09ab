const DURATION = /^(\d+)(mo|y|h|m|d|w)$/;
const NAMED = ["ephemeral", "infinite", "job", "workflow"];

const UNIT_MS: Record<string, number> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  mo: 30 * 86_400_000,
  y: 365 * 86_400_000,
};

/** Milliseconds of a duration such as `30d`, or undefined when it is none. A month is 30 days, a year 365. */
export function durationMs(text: string): number | undefined {
  const match = DURATION.exec(text);
  return match ? Number(match[1]) * UNIT_MS[match[2]!]! : undefined;
}

/** True for `ephemeral`, `infinite`, `job`, `workflow` and durations (extension format reference §5). */
export function isLifetime(value: unknown): value is string {
  return typeof value === "string" && (NAMED.includes(value) || DURATION.test(value));
}

/** True for a positive number of versions to keep and for a positive duration. */
export function isGarbageCollection(value: unknown): value is number | string {
  if (typeof value === "number") return Number.isInteger(value) && value > 0;
  return typeof value === "string" && (durationMs(value) ?? 0) > 0;
}

/** When data written at `createdAt` ends, in milliseconds since 1970; undefined when nothing but its owner ends it. */
export function expiresAt(lifetime: string, createdAt: string): number | undefined {
  const span = durationMs(lifetime);
  return span === undefined || span === 0 ? undefined : Date.parse(createdAt) + span;
}
