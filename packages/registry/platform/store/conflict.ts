/** Postgres' codes of a transaction that met another one, and of two that waited for each other. */
const CODES: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** True when the transaction was rolled back for another one's sake: it can be run again as it is. */
export function isConflict(error: unknown): boolean {
  const { code, cause } = error instanceof Error
    ? error as Error & { code?: unknown }
    : { code: undefined, cause: undefined };
  return CODES.has(code) || CODES.has((cause as { code?: unknown } | undefined)?.code);
}
