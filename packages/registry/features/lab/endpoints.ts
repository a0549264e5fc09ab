import { Assignee, Issue, IssueComment, LifecycleEntry } from "@svc/core/wire";
import { z } from "zod";
import { type Call, defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { assignable } from "./assignees.ts";
import { commentOn } from "./comment.ts";
import { createIssue } from "./create.ts";
import { homeOf } from "./home.ts";
import { recordStep } from "./lifecycle.ts";
import { listIssues, readIssue } from "./read.ts";
import {
  CommentBody,
  IssueChange,
  IssueParams,
  IssueQuery,
  LifecycleStep,
  NewIssue,
  Slug,
} from "./schema.ts";
import { updateIssue } from "./update.ts";
import { readerOf, viewerOf } from "./viewer.ts";

const create = defineEndpoint({
  key: "lab.create",
  status: 201,
  body: NewIssue,
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
  query: IssueQuery,
  response: z.object({ issues: z.array(Issue), total: z.int().nonnegative() }),
  async handle({ services, principal, query }) {
    return await listIssues(services, readerOf(services, principal), query);
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
    const reader = readerOf(services, principal);
    const { issue, lifecycle } = await readIssue(services, reader, Number(params.number));
    return { issue, comments: issue.comments, lifecycle };
  },
});

const update = defineEndpoint({
  key: "lab.update",
  params: IssueParams,
  body: IssueChange,
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
  async handle(call) {
    const number = Number(call.params.number);
    const { id } = await commentOn(call.services, call.principal, number, call.body.body);
    const { issue } = await read(call, number);
    return { id, comment: issue.comments.find((each) => each.id === id)! };
  },
});

const lifecycle = defineEndpoint({
  key: "lab.lifecycle",
  status: 201,
  params: IssueParams,
  body: LifecycleStep,
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
  query: z.strictObject({
    collective: Slug.optional().describe("The collective the issue belongs to"),
  }),
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

async function read({ services, principal }: Pick<Call, "services" | "principal">, number: number) {
  return await readIssue(services, viewerOf(services, principal), number);
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
