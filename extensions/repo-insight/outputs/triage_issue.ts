import * as z from "npm:zod@4.6.7";

/** What kind of account wrote something. */
export const AUTHOR_TYPES = ["user", "bot", "organization", "mannequin"] as const;

/** A kind of {@link AUTHOR_TYPES}. */
export type AuthorType = typeof AUTHOR_TYPES[number];

/** Schema of a comment. */
export const commentSchema = z.object({
  id: z.number().int(),
  /** Login; null when the account was deleted. */
  author: z.string().nullable(),
  authorType: z.enum(AUTHOR_TYPES),
  body: z.string().nullable(),
  /** True when the body was longer than what is kept. */
  bodyTruncated: z.boolean(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A comment on an issue or a pull request. Times are ISO 8601. */
export type Comment = z.infer<typeof commentSchema>;

/** Schema of the `triageIssue` output. */
export const triageIssueSchema = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  title: z.string(),
  state: z.string(),
  /** Why it is in that state, for example `completed`, `not_planned`, `reopened`. */
  stateReason: z.string().nullable(),
  author: z.string().nullable(),
  authorType: z.enum(AUTHOR_TYPES),
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  milestone: z.string().nullable(),
  locked: z.boolean(),
  body: z.string().nullable(),
  bodyTruncated: z.boolean(),
  /** Comments that the issue has. */
  commentCount: z.number().int(),
  comments: z.array(commentSchema).describe("The newest ones, newest last"),
  truncated: z.boolean().describe("True when it has more comments than were read"),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One issue with its newest comments. */
export type TriageIssue = z.infer<typeof triageIssueSchema>;
