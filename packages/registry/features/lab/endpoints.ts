import { ISSUE_LIMITS, ISSUE_STATUSES, ISSUE_TYPES } from "@svc/core/lab";
import { Assignee, Issue, IssueComment, LifecycleEntry } from "@svc/core/wire";
import { z } from "zod";
import type { Call } from "../../access/endpoint/endpoint.ts";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { pageSize, wholeNumber } from "@svc/http/input";
import { assignable } from "./assignees.ts";
import { commentOn } from "./comment.ts";
import { createIssue } from "./create.ts";
import { homeOf } from "./home.ts";
import { recordStep } from "./lifecycle.ts";
import { listIssues, readIssue } from "./read.ts";
import { CommentBody, IssueBody, IssueParams, IssueTitle, LifecycleSummary } from "./schema.ts";
import { updateIssue } from "./update.ts";
import { readerOf, viewerOf } from "./viewer.ts";

const Source = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,39}$/, "must be a short name such as svc");
const Slug = z.string().min(1).max(64);
const ExtensionName = z.string().min(1).max(200);

const create = defineEndpoint({
  key: "lab.create",
  status: 201,
  body: z.strictObject({
    source: Source.default("svc").describe("The client that opens it"),
    type: z.enum(ISSUE_TYPES).default("feature"),
    title: IssueTitle,
    body: IssueBody.default(""),
    extension: ExtensionName.optional().describe("The extension it is about"),
    collective: Slug.optional().describe("The collective it is about, when no extension is"),
  }).refine((body) => body.extension === undefined || body.collective === undefined, {
    path: ["collective"],
    message: "must not be set together with 'extension'",
  }),
  response: z.object({ issue: Issue }),
  errors: ["not_found"],
  description:
    "A security issue is visible to its author and admins only. Where the collective hides " +
    "issues by default, an issue by anybody but an admin starts hidden.",
  async handle(call) {
    const number = await createIssue(call.services, call.principal, call.body);
    return { issue: (await read(call, number)).issue };
  },
});

const list = defineEndpoint({
  key: "lab.list",
  query: z.object({
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
  }),
  response: z.object({ issues: z.array(Issue), total: z.int().nonnegative() }),
  async handle({ services, principal, query }) {
    return await listIssues(
      services.db,
      services.config.baseUrl,
      readerOf(services, principal),
      query,
    );
  },
});

const get = defineEndpoint({
  key: "lab.get",
  params: IssueParams,
  response: z.object({
    issue: Issue,
    comments: z.array(IssueComment),
    lifecycle: z.array(LifecycleEntry),
  }),
  errors: ["not_found"],
  async handle({ services, principal, params }) {
    const { issue, lifecycle } = await readIssue(
      services.db,
      services.config.baseUrl,
      readerOf(services, principal),
      Number(params.number),
    );
    return { issue, comments: issue.comments, lifecycle };
  },
});

const update = defineEndpoint({
  key: "lab.update",
  params: IssueParams,
  body: z.strictObject({
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
  }),
  response: z.object({ issue: Issue }),
  errors: ["not_found", "forbidden"],
  description:
    "By the issue's author or an admin. The author may raise an issue to security; only " +
    "an admin may lower it.",
  async handle(call) {
    const number = Number(call.params.number);
    await updateIssue(call.services, call.principal, number, call.body);
    return { issue: (await read(call, number)).issue };
  },
});

const comment = defineEndpoint({
  key: "lab.comment",
  status: 201,
  params: IssueParams,
  body: z.strictObject({ body: CommentBody }),
  response: z.object({ id: z.uuid(), comment: IssueComment }),
  errors: ["not_found", "issue_locked"],
  async handle({ services, principal, params, body }) {
    const number = Number(params.number);
    const { id } = await commentOn(services, principal, number, body.body);
    const { issue } = await readIssue(
      services.db,
      services.config.baseUrl,
      viewerOf(services, principal),
      number,
    );
    return { id, comment: issue.comments.find((each) => each.id === id)! };
  },
});

const lifecycle = defineEndpoint({
  key: "lab.lifecycle",
  status: 201,
  params: IssueParams,
  body: z.strictObject({
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
  }),
  response: z.object({ entry: LifecycleEntry }),
  errors: ["not_found", "forbidden"],
  async handle(call) {
    const number = Number(call.params.number);
    const id = await recordStep(call.services, call.principal, number, call.body);
    const entries = (await read(call, number)).lifecycle;
    return { entry: entries.find((each) => each.id === id)! };
  },
});

const assignees = defineEndpoint({
  key: "lab.assignees",
  query: z.object({ collective: Slug.optional().describe("The collective the issue belongs to") }),
  response: z.object({ assignees: z.array(Assignee) }),
  errors: ["not_found"],
  description: "The registry's admins, and the members of the collective when the caller " +
    "belongs to it. A collective token acts for its own collective.",
  async handle({ services, principal, query }) {
    const { db, config } = services;
    if (principal.kind === "collectiveToken" && query.collective === undefined) {
      return { assignees: await assignable(db, config.admins, principal.collective.id) };
    }
    const { collectiveId, belongs } = await homeOf(db, principal, query);
    return { assignees: await assignable(db, config.admins, belongs ? collectiveId : null) };
  },
});

async function read(call: Pick<Call, "services" | "principal">, number: number) {
  const { db, config } = call.services;
  return await readIssue(db, config.baseUrl, viewerOf(call.services, call.principal), number);
}

/** The lab's interface (reference wire 1.6). */
export const LAB_ENDPOINTS: readonly Endpoint[] = [
  create,
  list,
  get,
  update,
  comment,
  lifecycle,
  assignees,
];
