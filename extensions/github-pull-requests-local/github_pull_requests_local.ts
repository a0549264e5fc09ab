/**
 * Pull requests, merges and single-file commits on GitHub. Opens and merges with a token, and reads
 * files, commits changes to them, opens and finds pull requests with the login of the local client
 * `gh`, without a token.
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
import { commitFile } from "./methods/commit_file.ts";
import { findPullRequest } from "./methods/find_pull_request.ts";
import { openPullRequest } from "./methods/open_pull_request.ts";
import { readFile } from "./methods/read_file.ts";
import { replaceInFile } from "./methods/replace_in_file.ts";
import {
  fileCommitSchema,
  fileContentSchema,
  fileReplacementSchema,
  pullRequestLookupSchema,
} from "./outputs/file_commit.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-pull-requests-local`: nine methods, six outputs. */
export const model = {
  type: "@svc/github-pull-requests-local",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).optional().meta({ sensitive: true }).describe(
      "Token for createPullRequest, mergePullRequest, mergeBranch and " +
        "createPullRequestsAcrossRepos; the other methods use gh",
    ),
    defaultOwner: z.string().min(1).max(39).optional().describe(
      "Owner of the repositories that are named without one",
    ),
  }),
  resources: {
    pullRequest: kept("Outcome of opening one pull request", pullRequestSchema),
    merge: kept("One merge of a pull request or a branch", mergeSchema),
    fileCommit: kept("A branch with one commit that changes one file", fileCommitSchema),
    fileContent: kept("One file at one commit", fileContentSchema),
    fileReplacement: kept(
      "A branch with one substitution in one file, and the lines before it",
      fileReplacementSchema,
    ),
    pullRequestLookup: kept("The pull requests of one head branch", pullRequestLookupSchema),
  },
  methods: {
    createPullRequest,
    mergePullRequest,
    mergeBranch,
    createPullRequestsAcrossRepos,
    commitFile,
    openPullRequest,
    readFile,
    replaceInFile,
    findPullRequest,
  },
};
