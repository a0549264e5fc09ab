import { ISSUE_LIMITS, ISSUE_STATUSES, ISSUE_TYPES } from "@svc/core/lab";
import { z } from "zod";

/** Shapes of the lab on the wire (reference wire 1.6). */
export const Assignee = z.object({ userId: z.string(), username: z.string() });

/** A comment; in lists only who wrote it and when. */
export const Comment = z.object({
  id: z.uuid(),
  authorUsername: z.string().describe(
    "A username, or the slug of the collective whose token wrote",
  ),
  body: z.string().optional().describe("Missing in lists"),
  createdAt: z.iso.datetime(),
}).meta({ id: "IssueComment" });

/** A step of the work. */
export const LifecycleEntry = z.object({
  id: z.uuid(),
  step: z.string(),
  targetStatus: z.enum(ISSUE_STATUSES).nullable(),
  summary: z.string(),
  emoji: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  body: z.string().nullable(),
  isVerbose: z.boolean(),
  authorUsername: z.string(),
  createdAt: z.iso.datetime(),
}).meta({ id: "IssueLifecycleEntry" });

/** An issue as everything but its creation returns it. */
export const Issue = z.object({
  number: z.int().positive(),
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  type: z.enum(ISSUE_TYPES),
  status: z.enum(ISSUE_STATUSES),
  source: z.string().describe("The client that opened it"),
  authorUsername: z.string(),
  assignees: z.array(Assignee),
  commentCount: z.int().nonnegative(),
  comments: z.array(Comment),
  collective: z.string().nullable().describe("Slug of the collective it belongs to"),
  extension: z.string().nullable(),
  hidden: z.boolean().describe("Seen by its author and admins only"),
  locked: z.boolean().describe("Only admins may comment"),
  url: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}).meta({
  id: "Issue",
  example: {
    number: 7,
    id: "0a8a2f4e-6a0e-4b4e-8c57-0d4c0e2fd9a1",
    title: "Pull stops half-way",
    body: "With a slow network, pull stops after the first file.",
    type: "bug",
    status: "open",
    source: "svc",
    authorUsername: "ada",
    assignees: [],
    commentCount: 0,
    comments: [],
    collective: "acme",
    extension: "@acme/tools",
    hidden: false,
    locked: false,
    url: "http://localhost:8787/lab/7",
    createdAt: "2026-11-21T09:00:00.000Z",
    updatedAt: "2026-11-21T09:00:00.000Z",
  },
});

/** Text with something in it, of bounded length, without control characters that hide content. */
function text(max: number) {
  // deno-lint-ignore no-control-regex
  return z.string().max(max).regex(/\S/, "must not be empty").regex(/^[^\u0000]*$/);
}

export const IssueTitle = text(ISSUE_LIMITS.title).regex(/^[^\r\n]*$/, "must be one line");
export const IssueBody = z.string().max(ISSUE_LIMITS.body);
export const CommentBody = text(ISSUE_LIMITS.comment);
export const LifecycleSummary = text(ISSUE_LIMITS.lifecycleSummary);

/** The number in a path. Digits too many to be safe name no issue: 404, as any other absent one. */
export const IssueParams = z.object({
  number: z.string().regex(/^[1-9][0-9]*$/, "must be a positive whole number").max(20)
    .describe("The issue's number"),
});
