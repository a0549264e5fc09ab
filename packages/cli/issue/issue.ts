/** The kinds of issue a person may submit. */
export const ISSUE_TYPES = ["bug", "feature", "security"] as const;

/** A comment as the registry answers it (reference wire 1.6). */
export interface IssueComment {
  id: string;
  authorUsername: string;
  body: string;
  createdAt: string;
}

/** An issue as the registry answers it. */
export interface Issue {
  number: number;
  id: string;
  type: string;
  title: string;
  status: string;
  body: string;
  authorUsername: string;
  assignees?: { userId: string; username: string }[];
  comments?: IssueComment[];
}

/** The path of an issue, or of the lab's issues. */
export function issuePath(number?: number): string {
  return `/api/v1/lab/issues${number === undefined ? "" : `/${number}`}`;
}

/** The address of an issue's page. */
export function issuePage(serverUrl: string, number: number): string {
  return `${serverUrl}/lab/${number}`;
}
