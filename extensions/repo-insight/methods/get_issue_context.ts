import * as z from "npm:zod@4.6.7";
import { authorType, toComment } from "../actions/comment_shape.ts";
import { newestComments } from "../actions/comments.ts";
import { readIssue } from "../actions/issue.ts";
import { openClient } from "../actions/client.ts";
import type { TriageIssue } from "../outputs/triage_issue.ts";
import type { MethodContext } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { storedBody, storedText } from "../../platform/stored_text.ts";
import { defineMethod } from "../../platform/method.ts";
import { writeOne } from "../../platform/write_one.ts";

/** Writes one issue with its newest comments as a `triageIssue` resource. */
export const getIssueContext = defineMethod({
  description: "Read one issue with its newest comments",
  kind: "read",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    number: z.number().int().min(1).describe("Number of the issue"),
    maxComments: z.number().int().min(0).max(100).optional().describe(
      "Maximum number of comments (default: 20)",
    ),
  }),
  async execute({ repo, number, maxComments = 20 }, context: MethodContext) {
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
      return await writeOne(context, "triageIssue", [name, String(number)], data);
    });
  },
});
