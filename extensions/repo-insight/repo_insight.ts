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
import { actionOutputs, approvedActions } from "./approved_actions.ts";
import { getRepoInfo } from "./methods/get_repo_info.ts";
import { issueListSchema } from "./outputs/issue.ts";
import { listIssues } from "./methods/list_issues.ts";
import { listPullRequests } from "./methods/list_prs.ts";
import { listReleases } from "./methods/list_releases.ts";
import { listRepos } from "./methods/list_repos.ts";
import { listWorkflows } from "./methods/list_workflows.ts";
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
    list_repos: listRepos,
    get_repo_info: getRepoInfo,
    list_prs: listPullRequests,
    list_issues: listIssues,
    list_releases: listReleases,
    list_workflows: listWorkflows,
    ...approvedActions,
  },
};
