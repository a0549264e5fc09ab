import * as z from "npm:zod@4.6.7";

/** What kind of account wrote something. */
export const AUTHOR_TYPES = ["user", "bot", "organization", "mannequin"] as const;

/** A kind of {@link AUTHOR_TYPES}. */
export type AuthorType = typeof AUTHOR_TYPES[number];

/** A comment on an issue or a pull request. Times are ISO 8601. */
export interface Comment {
  id: number;
  /** Login; null when the account was deleted. */
  author: string | null;
  authorType: AuthorType;
  body: string | null;
  /** True when the body was longer than what is kept. */
  bodyTruncated: boolean;
  url: string;
  createdAt: string;
  updatedAt: string;
}

/** One issue with its newest comments. */
export interface TriageIssue {
  repo: string;
  number: number;
  title: string;
  state: string;
  /** Why it is in that state, for example `completed`, `not_planned`, `reopened`. */
  stateReason: string | null;
  author: string | null;
  authorType: AuthorType;
  labels: string[];
  assignees: string[];
  milestone: string | null;
  locked: boolean;
  body: string | null;
  bodyTruncated: boolean;
  /** Comments that the issue has. */
  commentCount: number;
  /** The newest ones, newest last. */
  comments: Comment[];
  /** True when it has more comments than were read. */
  truncated: boolean;
  url: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  fetchedAt: string;
}

/** Schema of a comment. */
export const commentSchema: z.ZodType<Comment> = z.object({
  id: z.number().int(),
  author: z.string().nullable(),
  authorType: z.enum(AUTHOR_TYPES),
  body: z.string().nullable(),
  bodyTruncated: z.boolean(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Schema of the `triageIssue` output. */
export const triageIssueSchema: z.ZodType<TriageIssue> = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  title: z.string(),
  state: z.string(),
  stateReason: z.string().nullable(),
  author: z.string().nullable(),
  authorType: z.enum(AUTHOR_TYPES),
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  milestone: z.string().nullable(),
  locked: z.boolean(),
  body: z.string().nullable(),
  bodyTruncated: z.boolean(),
  commentCount: z.number().int(),
  comments: z.array(commentSchema).describe("The newest ones, newest last"),
  truncated: z.boolean().describe("True when it has more comments than were read"),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});
