import * as z from "npm:zod@4.6.7";
import { readPullRequestContext } from "../actions/pull_request_context.ts";
import { readMethod } from "../actions/read_method.ts";

/** Writes one pull request with its checks and reviews as a `triagePullRequest` resource. */
export const getPullRequestContext = readMethod({
  description: "Read one pull request with its head and base commits, checks and reviews",
  kind: "read",
  arguments: {
    number: z.number().int().min(1).describe("Number of the pull request"),
    maxComments: z.number().int().min(0).max(100).optional().describe(
      "Maximum number of comments (default: 20)",
    ),
  },
  resource: "triagePullRequest",
  what: ({ repo, number }) => `the pull request ${repo}#${number}`,
  parts: ({ number }) => [String(number)],
  read: (client, name, { number, maxComments = 20 }) =>
    readPullRequestContext(client, name, number, maxComments),
});
