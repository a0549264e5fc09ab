/**
 * Pull requests and merges on GitHub: opens a pull request in one repository or in many, merges a
 * pull request, and merges a branch.
 *
 * All of it writes upstream, with the token of the global argument `token`.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { createPullRequestsAcrossRepos } from "../platform/pulls/create_across_repos.ts";
import { createPullRequest } from "../platform/pulls/create_pull_request.ts";
import { mergeSchema } from "../platform/pulls/merge.ts";
import { mergeBranch } from "../platform/pulls/merge_branch.ts";
import { mergePullRequest } from "../platform/pulls/merge_pull_request.ts";
import { pullRequestSchema } from "../platform/pulls/pull_request.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-pull-requests`: four methods, two outputs. */
export const model = {
  type: "@svc/github-pull-requests",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).meta({ sensitive: true }).describe(
      "Token that can write pull requests and contents",
    ),
    defaultOwner: z.string().min(1).max(39).optional().describe(
      "Owner of the repositories that are named without one",
    ),
  }),
  resources: {
    pullRequest: kept("Outcome of opening one pull request", pullRequestSchema),
    merge: kept("One merge of a pull request or a branch", mergeSchema),
  },
  methods: {
    createPullRequest,
    mergePullRequest,
    mergeBranch,
    createPullRequestsAcrossRepos,
  },
};
