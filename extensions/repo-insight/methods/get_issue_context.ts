import * as z from "npm:zod@4.6.7";
import { authorType, toComment } from "../actions/comment_shape.ts";
import { newestComments } from "../actions/comments.ts";
import { readIssue } from "../actions/issue.ts";
import { openClient } from "./client.ts";
import type { TriageIssue } from "../outputs/triage_issue.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { storedBody, storedText } from "../../platform/stored_text.ts";

/** Schema of {@link GetIssueContextArguments}. */
export const getIssueContextArguments = z.object({
  repo: z.string().min(3).describe("Repository as owner/name"),
  number: z.number().int().min(1).describe("Number of the issue"),
  maxComments: z.number().int().min(0).max(100).optional().describe(
    "Maximum number of comments (default: 20)",
  ),
});

/** What is asked for. */
export type GetIssueContextArguments = z.infer<typeof getIssueContextArguments>;

/** Writes one issue with its newest comments as a `triageIssue` resource. */
export async function getIssueContext(
  { repo, number, maxComments = 20 }: GetIssueContextArguments,
  context: MethodContext,
): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  return await ask(`the issue ${repo}#${number}`, async () => {
    const issue = await readIssue(client, name, number);
    const comments = await newestComments(client, name, number, maxComments);
    const data: TriageIssue = {
      repo,
      number,
      title: storedText(issue.title),
      state: issue.state,
      stateReason: issue.state_reason ?? null,
      author: issue.user?.login ?? null,
      authorType: authorType(issue.user),
      labels: issue.labels.map((label) => typeof label === "string" ? label : label.name ?? "")
        .filter((label) => label !== ""),
      assignees: (issue.assignees ?? []).map((person) => person.login),
      milestone: issue.milestone?.title ?? null,
      locked: issue.locked,
      ...storedBody(issue.body),
      commentCount: issue.comments,
      comments: comments.items.map(toComment),
      truncated: comments.truncated,
      url: issue.html_url,
      createdAt: issue.created_at,
      updatedAt: issue.updated_at,
      closedAt: issue.closed_at,
      fetchedAt: new Date().toISOString(),
    };
    const resource = instanceName("triageIssue", name, String(number));
    return { dataHandles: [await context.writeResource("triageIssue", resource, data)] };
  });
}
