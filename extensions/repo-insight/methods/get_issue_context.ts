import * as z from "npm:zod@4.6.7";
import { authorType, toComment } from "../actions/comment_shape.ts";
import { newestComments } from "../actions/comments.ts";
import { readIssue } from "../actions/issue.ts";
import { readMethod } from "../actions/read_method.ts";
import type { TriageIssue } from "../outputs/triage_issue.ts";
import { storedBody } from "../../platform/stored_text.ts";

/** Writes one issue with its newest comments as a `triageIssue` resource. */
export const getIssueContext = readMethod({
  description: "Read one issue with its newest comments",
  kind: "read",
  arguments: {
    number: z.number().int().min(1).describe("Number of the issue"),
    maxComments: z.number().int().min(0).max(100).optional().describe(
      "Maximum number of comments (default: 20)",
    ),
  },
  resource: "triageIssue",
  what: ({ repo, number }) => `the issue ${repo}#${number}`,
  parts: ({ number }) => [String(number)],
  async read(client, name, { repo, number, maxComments = 20 }): Promise<TriageIssue> {
    const issue = await readIssue(client, name, number);
    const comments = await newestComments(client, name, number, maxComments);
    return {
      repo,
      number,
      title: issue.title,
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
  },
});
