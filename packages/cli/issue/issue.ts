/** The kinds of issue a person may submit. */
export const ISSUE_TYPES = ["bug", "feature", "security"] as const;

/** The path of an issue, or of the lab's issues. */
export function issuePath(number?: number): string {
  return `/api/v1/lab/issues${number === undefined ? "" : `/${number}`}`;
}

/** The address of an issue's page. */
export function issuePage(serverUrl: string, number: number): string {
  return `${serverUrl}/lab/${number}`;
}
