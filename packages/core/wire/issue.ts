import { z } from "zod";
import { ISSUE_STATUSES, ISSUE_TYPES } from "../lab/issue.ts";
import { Instant } from "./value.ts";

/** Somebody who works on an issue. */
export const Assignee = z.object({ userId: z.string(), username: z.string() });

/** A comment; in lists only who wrote it and when (reference wire 1.6). */
export const IssueComment = z.object({
  id: z.uuid(),
  authorUsername: z.string().describe(
    "A username, or the slug of the collective whose token wrote",
  ),
  body: z.string().optional().describe("Missing in lists"),
  createdAt: Instant,
}).meta({ id: "IssueComment" });
export type IssueComment = z.output<typeof IssueComment>;

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
  createdAt: Instant,
}).meta({ id: "IssueLifecycleEntry" });
export type LifecycleEntry = z.output<typeof LifecycleEntry>;

/** An issue as everything but its creation returns it (reference wire 1.6). */
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
  comments: z.array(IssueComment),
  collective: z.string().nullable().describe("Slug of the collective it belongs to"),
  extension: z.string().nullable(),
  hidden: z.boolean().describe("Visible to its author and admins only"),
  locked: z.boolean().describe("Only admins may comment"),
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
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
export type Issue = z.output<typeof Issue>;
