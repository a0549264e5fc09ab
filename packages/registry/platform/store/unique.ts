/**
 * True when a write broke a unique constraint: somebody else took the same name, address or place
 * between the look and the write. Knows SQLite's and Postgres' ways of saying so.
 */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /UNIQUE constraint failed/i.test(error.message) ||
    (error as { code?: unknown }).code === "23505";
}
