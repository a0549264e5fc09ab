import { ISSUE_LIMITS, ISSUE_STATUSES, ISSUE_TYPES } from "@svc/core/lab";
import { z } from "zod";
import { LINE, pageSize, wholeNumber } from "@svc/http/input";

/** Text with something in it, of bounded length, without control characters that hide content. */
function text(max: number) {
  // deno-lint-ignore no-control-regex
  return z.string().max(max).regex(/\S/, "must not be empty").regex(/^[^\u0000]*$/);
}

const IssueTitle = LINE.min(1, "must not be empty").max(ISSUE_LIMITS.title);
// deno-lint-ignore no-control-regex
const IssueBody = z.string().max(ISSUE_LIMITS.body).regex(/^[^\u0000]*$/);
export const CommentBody = text(ISSUE_LIMITS.comment);
const LifecycleSummary = text(ISSUE_LIMITS.lifecycleSummary);

/** The number in a path. Digits too many to be safe name no issue: 404, as any other absent one. */
export const IssueParams = z.object({
  number: z.string().regex(/^[1-9][0-9]*$/, "must be a positive whole number").max(20)
    .describe("The issue's number"),
});

const Source = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,39}$/, "must be a short name such as svc");
export const Slug = z.string().min(1).max(64);
const ExtensionName = z.string().min(1).max(200);

/** A new issue as its author gives it. */
export const NewIssue = z.strictObject({
  source: Source.default("svc").describe("The client that opens it"),
  type: z.enum(ISSUE_TYPES).default("feature"),
  title: IssueTitle,
  body: IssueBody.default(""),
  extension: ExtensionName.optional().describe("The extension it is about"),
  collective: Slug.optional().describe("The collective it is about, when no extension is"),
}).refine((body) => body.extension === undefined || body.collective === undefined, {
  path: ["collective"],
  message: "must not be set together with 'extension'",
});
export type NewIssue = z.output<typeof NewIssue>;

/** Which issues a list asks for. */
export const IssueQuery = z.strictObject({
  q: z.string().max(200).optional().describe("Words in title or body; matches by prefix"),
  type: z.enum(ISSUE_TYPES).optional(),
  status: z.enum(ISSUE_STATUSES).optional(),
  state: z.enum(["open", "closed"]).optional()
    .describe("closed: shipped or closed; open: everything else"),
  assignee: z.string().min(1).max(64).optional().describe("Username of an assignee"),
  source: Source.optional(),
  extension: ExtensionName.optional(),
  collective: Slug.optional(),
  limit: pageSize(ISSUE_LIMITS.page, 20),
  offset: wholeNumber(0, 1_000_000).default(0),
});
export type IssueQuery = z.output<typeof IssueQuery>;

/** What may change of an issue. Absent fields stay. */
export const IssueChange = z.strictObject({
  title: IssueTitle.optional(),
  body: IssueBody.optional(),
  type: z.enum(ISSUE_TYPES).optional(),
  status: z.enum(ISSUE_STATUSES).optional(),
  assignees: z.array(z.string().min(1).max(64)).max(ISSUE_LIMITS.assignees).optional()
    .describe("User ids; replaces the list"),
  hidden: z.boolean().optional().describe("Admins only"),
  locked: z.boolean().optional().describe("Admins only"),
}).refine((body) => Object.values(body).some((value) => value !== undefined), {
  message: "Name at least one field to change",
});
export type IssueChange = z.output<typeof IssueChange>;

/** A step of the work on an issue, as whoever does the work reports it. */
export const LifecycleStep = z.strictObject({
  step: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a name such as triage_started"),
  targetStatus: z.enum(ISSUE_STATUSES).optional(),
  summary: LifecycleSummary,
  emoji: z.string().max(16).optional(),
  payload: z.record(z.string(), z.unknown()).default({}).refine(
    (payload) => JSON.stringify(payload).length <= ISSUE_LIMITS.lifecyclePayloadBytes,
    `must be at most ${ISSUE_LIMITS.lifecyclePayloadBytes} characters of JSON`,
  ),
  body: IssueBody.optional(),
  isVerbose: z.boolean().default(false),
});
export type LifecycleStep = z.output<typeof LifecycleStep>;
