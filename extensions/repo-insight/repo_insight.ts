/**
 * Insight into repositories on GitHub, and approved actions on them. Listing methods write what you
 * can see, and one repository's facts, pull requests, issues, releases and workflow runs as data.
 * Actions create, comment on and close issues, retry a failed workflow run, watch checks and ask
 * for a merge, each once for its idempotency key.
 *
 * The token comes from `GH_TOKEN`, `GITHUB_TOKEN` or `gh auth token`; `GITHUB_API_URL` names the
 * API of another instance.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { actionOutputs, approvedActions } from "./approved_actions.ts";
import { getRepoInfo } from "./methods/get_repo_info.ts";
import { ISSUE_STATES, type IssueState } from "../platform/issue.ts";
import { issueListSchema } from "./outputs/issue.ts";
import { listIssues } from "./methods/list_issues.ts";
import { listPullRequests } from "./methods/list_prs.ts";
import { listReleases } from "./methods/list_releases.ts";
import { listRepos } from "./methods/list_repos.ts";
import { listWorkflows } from "./methods/list_workflows.ts";
import { PULL_REQUEST_STATES, type PullRequestState } from "../platform/pull_request.ts";
import { pullRequestListSchema } from "./outputs/pull_request.ts";
import { releaseListSchema } from "./outputs/release.ts";
import { repositoryInfoSchema, repositoryListSchema } from "./outputs/repository.ts";
import { workflowRunListSchema } from "./outputs/workflow_run.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/repo-insight`: six listing methods and nine for approved actions. */
export const model = {
  type: "@svc/repo-insight",
  version: "2026.11.22.1",
  resources: {
    repos: kept("The repositories the token's account can see", repositoryListSchema),
    repo_info: kept("Details of one repository", repositoryInfoSchema),
    pull_requests: kept("Pull requests of one repository", pullRequestListSchema),
    issues: kept("Issues of one repository, without pull requests", issueListSchema),
    releases: kept("Releases of one repository", releaseListSchema),
    workflow_runs: kept("Workflows of one repository and their latest runs", workflowRunListSchema),
    ...actionOutputs,
  },
  methods: {
    list_repos: {
      description: "List the repositories the token's account can see",
      kind: "list",
      arguments: z.object({}),
      execute: (_args: object, context: MethodContext): Promise<MethodResult> => listRepos(context),
    },
    get_repo_info: {
      description: "Read the details of one repository",
      kind: "read",
      arguments: z.object({
        repo: z.string().min(3).describe("Repository as owner/name"),
      }),
      execute: (args: { repo: string }, context: MethodContext): Promise<MethodResult> =>
        getRepoInfo(args.repo, context),
    },
    list_prs: {
      description: "List the pull requests of one repository",
      kind: "list",
      arguments: z.object({
        repo: z.string().min(3).describe("Repository as owner/name"),
        state: z.enum(PULL_REQUEST_STATES).optional().describe("State (default: open)"),
      }),
      execute: (
        args: { repo: string; state?: PullRequestState },
        context: MethodContext,
      ): Promise<MethodResult> => listPullRequests(args.repo, args.state ?? "open", context),
    },
    list_issues: {
      description: "List the issues of one repository",
      kind: "list",
      arguments: z.object({
        repo: z.string().min(3).describe("Repository as owner/name"),
        state: z.enum(ISSUE_STATES).optional().describe("State (default: open)"),
      }),
      execute: (
        args: { repo: string; state?: IssueState },
        context: MethodContext,
      ): Promise<MethodResult> => listIssues(args.repo, args.state ?? "open", context),
    },
    list_releases: {
      description: "List the releases of one repository",
      kind: "list",
      arguments: z.object({
        repo: z.string().min(3).describe("Repository as owner/name"),
      }),
      execute: (args: { repo: string }, context: MethodContext): Promise<MethodResult> =>
        listReleases(args.repo, context),
    },
    list_workflows: {
      description: "List the workflows of one repository and their latest runs",
      kind: "list",
      arguments: z.object({
        repo: z.string().min(3).describe("Repository as owner/name"),
      }),
      execute: (args: { repo: string }, context: MethodContext): Promise<MethodResult> =>
        listWorkflows(args.repo, context),
    },
    ...approvedActions,
  },
};
