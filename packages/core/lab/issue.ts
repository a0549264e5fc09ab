/** What an issue is about (reference wire 1.6). */
export const ISSUE_TYPES = ["bug", "feature", "security", "platform"] as const;

/** An issue's type. */
export type IssueType = typeof ISSUE_TYPES[number];

/** Where an issue stands, in the order work goes (reference wire 1.6). */
export const ISSUE_STATUSES = ["open", "triaged", "in_progress", "shipped", "closed"] as const;

/** The statuses in which nothing is left to do. */
export const CLOSED_STATUSES = ["shipped", "closed"] as const satisfies readonly IssueStatus[];

/** An issue's status. */
export type IssueStatus = typeof ISSUE_STATUSES[number];

/** Sizes of an issue's parts, in characters unless named. */
export const ISSUE_LIMITS = {
  title: 200,
  body: 65_536,
  comment: 65_536,
  lifecycleSummary: 2000,
  lifecyclePayloadBytes: 16_384,
  assignees: 20,
  /** Issues a list returns at once. */
  page: 100,
} as const;

/**
 * True for a number an issue may carry: a positive integer that survives JSON.
 * Everything else names no issue.
 */
export function isIssueNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
