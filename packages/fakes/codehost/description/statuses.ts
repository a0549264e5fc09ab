/**
 * Answers that the platform gives to any operation, whether its description lists them there or
 * not, as its manual says: "Redirects", "Conditional requests" and "Troubleshooting the REST API".
 */
const ANY_OPERATION: ReadonlySet<number> = new Set([
  /** Renamed or transferred; the second for writes. */
  301,
  307,
  /** Unchanged since the ETag that was sent. */
  304,
  /** A token that is unknown, expired or revoked. */
  401,
  /** Not allowed, archived, or over a limit; the last also as 429. */
  403,
  429,
  /** Absent, or not to be seen by the caller. */
  404,
  /** Gone permanently: a deleted issue, or issues where a repository has none. */
  410,
  /** A request with invalid fields. */
  422,
  /** Blocked for legal reasons. */
  451,
]);

/** Whether a status needs no mention in the description. A failing server is one of them. */
export const anyOperationAnswers = (status: number): boolean =>
  status >= 500 || ANY_OPERATION.has(status);
