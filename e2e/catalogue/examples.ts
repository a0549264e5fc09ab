import type { ExampleForm } from "@svc/fakes/codehost";

/** One run of a method against the published examples of the operations that it calls. */
export interface ExampleRun {
  /** The method, with what tells it from another run of it. */
  method: string;
  args?: Readonly<Record<string, unknown>>;
  globals?: Readonly<Record<string, unknown>>;
  /** Operations that find nothing, so that the method goes on to make it. */
  absent?: readonly string[];
  /** Whether the caller may write to the repository, as they may not in the examples. */
  writable?: boolean;
  /** Why it refuses the examples, which do not belong together, in the forms in which it does. */
  refuses?: Partial<Record<ExampleForm, RegExp>>;
}

const REPO = "octocat/Hello-World";
const NAMED = { owner: "octocat", repo: "Hello-World" };
const TOKEN = { token: "ghp_example" };
/** The same refusal of all forms. */
const always = (why: RegExp) => ({ published: why, bare: why, later: why });
/** A state of a pull request that is neither open nor closed. */
const UNKNOWN_STATE = { later: /state Invalid option/ };

const KEY = { repo: REPO, idempotencyKey: "example-1" };
const SCANNER: readonly ExampleRun[] = [
  { method: "list", args: { repos: ["Hello-World"] }, globals: { org: "octocat", ...TOKEN } },
];
const PULL = {
  owner: "octocat",
  repo: "Hello-World",
  title: "t",
  head: "new-topic",
  base: "master",
};
const PULLS: readonly ExampleRun[] = [
  { method: "createPullRequest", args: PULL },
  { method: "createPullRequestsAcrossRepos", args: { ...PULL, repos: [REPO], owner: undefined } },
  {
    method: "mergePullRequest",
    args: { ...NAMED, pullNumber: 1347 },
    refuses: { bare: /still computing the answer/ },
  },
  { method: "mergeBranch", args: { ...NAMED, base: "master", head: "new-topic" } },
];
const RELEASE = "GET /repos/{owner}/{repo}/releases/tags/{tag}";
const LEDGER = { githubToken: "ghp_example", ...NAMED };

/** Every method of the catalogue that asks the platform, by the module of its type. */
export const EXAMPLE_RUNS: Readonly<Record<string, readonly ExampleRun[]>> = {
  "github/issue.ts": [
    { method: "search", args: { query: "windows" }, globals: TOKEN },
    { method: "list", args: { repo: REPO }, globals: TOKEN },
  ],
  "github/member.ts": [{ method: "list", args: { org: "github" }, globals: TOKEN }],
  "github/pull.ts": [{ method: "list", args: { repo: REPO }, globals: TOKEN }],
  "github/repo.ts": [
    { method: "list", args: { org: "github" }, globals: TOKEN },
    { method: "listForUser", args: { username: "octocat" }, globals: TOKEN },
    { method: "get", args: { repo: REPO }, globals: TOKEN },
    { method: "searchCode", args: { query: "addClass" }, globals: TOKEN },
  ],
  "github/pr_run.ts": [{ method: "pr", args: { pr: 1347 }, globals: { ...NAMED, ...TOKEN } }],
  "github-code-scanning/github_code_scanning.ts": SCANNER,
  "github-dependabot/github_dependabot.ts": SCANNER,
  "github-secret-scanning/github_secret_scanning.ts": SCANNER,
  "github-token-audit/github_token_audit.ts": [{ method: "audit", globals: TOKEN }],
  "github-pull-requests/github_pull_requests.ts": PULLS.map((run) => ({ ...run, globals: TOKEN })),
  "github-ensure/github_ensure.ts": ([
    { method: "sync" },
    { method: "ensureRepo", args: { name: "Hello-World", dryRun: false } },
    {
      method: "ensureRepo",
      args: { name: "Hello-World", dryRun: false },
      absent: ["GET /repos/{owner}/{repo}"],
    },
    { method: "ensureRelease", args: { repo: "Hello-World", tagName: "v1.0.0", dryRun: false } },
    {
      method: "ensureRelease",
      args: { repo: "Hello-World", tagName: "v1.0.0", dryRun: false },
      absent: [RELEASE],
    },
    { method: "openPr", args: { ...PULL, owner: undefined, dryRun: false } },
  ] satisfies ExampleRun[]).map((run) => ({
    ...run,
    writable: true,
    globals: { ...TOKEN, owner: "octocat" },
  })),
  "repo-insight/repo_insight.ts": [
    { method: "list_repos" },
    { method: "get_repo_info", args: { repo: REPO } },
    { method: "list_prs", args: { repo: REPO, state: "all" } },
    { method: "list_issues", args: { repo: REPO } },
    { method: "list_releases", args: { repo: REPO } },
    { method: "list_workflows", args: { repo: REPO } },
    { method: "get_issue_context", args: { repo: REPO, number: 1347 } },
    { method: "get_pull_request_context", args: { repo: REPO, number: 1347 } },
    { method: "create_issue", args: { ...KEY, title: "t", body: "b" } },
    { method: "add_issue_comment", args: { ...KEY, number: 1347, body: "b" } },
    { method: "close_issue", args: { ...KEY, number: 1347 } },
    { method: "get_workflow_run", args: { repo: REPO, runId: 30433642 } },
    {
      method: "retry_workflow_run",
      args: { ...KEY, runId: 30433642 },
      refuses: always(/attempt 1 is .*Wait until it ends/),
    },
    {
      method: "watch_pr_checks",
      args: { repo: REPO, number: 1347, timeoutSeconds: 1, pollIntervalSeconds: 5 },
    },
    {
      method: "merge_pull_request",
      args: { ...KEY, number: 1347, timeoutSeconds: 1, pollIntervalSeconds: 5 },
      refuses: always(/merged it within 1 s/),
    },
  ],
  "github-file-track/github_file_track.ts": [{
    method: "sync",
    args: { targets: [{ repo: REPO, srcPath: "README.md", destPath: "tracked/README.md" }] },
    // The example's content is not that of its id; without an address to load it from it is not a file.
    refuses: {
      published: /is incomplete or damaged/,
      bare: /is a submodule/,
      later: /is incomplete or damaged/,
    },
  }],
  "github-stack-status/github_stack_status.ts": [
    { method: "fetch", args: { repo: REPO, stack: "1347" } },
    { method: "fetch", args: { repo: REPO } },
  ],
  "github-trending/github_trending.ts": [
    { method: "snapshot", globals: { windowDays: 7, count: 10 } },
  ],
  "github-pr-sweep/github_pr_sweep.ts": [{
    method: "sweep",
    args: { upstreamRepo: REPO, forkRepo: "hubot/Hello-World", workdir: "sweep" },
  }],
  "github-local-mirror/github_local_mirror.ts": [{
    method: "sync",
    globals: {
      ...NAMED,
      gitRemoteUrl: "file://$FOLDER/upstream.git",
      gitObjectPath: "m/o",
      workspaceRoot: "m/w",
      artifactRoot: "m/a",
    },
  }],
  "github-project-activity/github_project_activity.ts": ([
    { method: "sync_github_repo", args: { includeForkIndex: true } },
    { method: "sync_github_file_inventory" },
    { method: "sync_github_fork_index" },
    { method: "sync_github_issues", args: { includeComments: true, includeTimeline: true } },
    {
      method: "sync_github_prs",
      args: { includePatchArtifacts: true },
      refuses: UNKNOWN_STATE,
    },
    {
      method: "sync_github_pr_by_number",
      args: { prNumber: 1347 },
      refuses: UNKNOWN_STATE,
    },
    { method: "sync_github_recent_activity" },
    { method: "sync_github_backfill", args: { includeClosed: true, includeForkIndex: true } },
    {
      method: "fetch_from_github",
      args: { scenario: "example", sourceMethod: "sync_github_prs", methodArgs: {} },
      refuses: UNKNOWN_STATE,
    },
  ] satisfies ExampleRun[]).map((run) => ({ ...run, globals: LEDGER })),
};

/** The same of what the person's own `gh` asks. */
export const LOCAL_EXAMPLE_RUNS: Readonly<Record<string, readonly ExampleRun[]>> = {
  "github-releases/github_releases.ts": [
    { method: "createRelease", writable: true, args: { repo: REPO, tagName: "v1.0.0" } },
    {
      method: "createRelease",
      writable: true,
      args: { repo: REPO, tagName: "v1.0.0" },
      absent: [RELEASE],
    },
    {
      method: "createReleasesAcrossRepos",
      writable: true,
      args: { repo: [REPO], tagName: "v1.0.0" },
    },
  ],
  "github-pr-list/github_pr_list.ts": [{ method: "list", globals: NAMED }],
  "github-repo-ensure/github_repo_ensure.ts": [
    { method: "ensure", globals: { owner: "octocat", name: "Hello-World" } },
    {
      method: "ensure",
      globals: { owner: "octocat", name: "Hello-World" },
      absent: ["GET /repos/{owner}/{repo}"],
    },
  ],
  "github-pull-requests-local/github_pull_requests_local.ts": [
    {
      method: "commitFile",
      writable: true,
      args: {
        ...NAMED,
        baseBranch: "featureA",
        newBranch: "topic",
        path: "a.md",
        content: "a",
        commitMessage: "m",
      },
    },
    { method: "openPullRequest", args: { ...PULL, head: "featureA", base: "main" } },
    { method: "readFile", args: { ...NAMED, path: "file.rb" } },
    {
      // The published content is empty.
      refuses: always(/the pattern matches nothing/),
      method: "replaceInFile",
      writable: true,
      args: {
        ...NAMED,
        baseBranch: "featureA",
        newBranch: "topic",
        path: "file.rb",
        pattern: "a",
        replacement: "b",
        commitMessage: "m",
      },
    },
    { method: "findPullRequest", args: { ...NAMED, head: "new-topic" } },
  ],
};

/** Operations whose example is none, or not as its schema says; the rest is taken from the schema. */
export const INCOMPLETE_EXAMPLES: readonly string[] = [
  "GET /meta",
  "GET /repos/{owner}/{repo}",
  "GET /repos/{owner}/{repo}/commits/{ref}",
  "GET /repos/{owner}/{repo}/dependabot/alerts",
  "GET /repos/{owner}/{repo}/issues/{issue_number}",
  "GET /repos/{owner}/{repo}/pulls",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}",
  "POST /repos/{owner}/{repo}/merges",
  "POST /repos/{owner}/{repo}/pulls",
  "POST /user/repos",
];

const MIRROR = [
  ...["prepare_worktree", "create_worktree", "attach_worktree", "detach_worktree"],
  ...["remove_worktree", "prepare_review_context", "record_pr_analysis", "analyze_worktrees"],
  ...["close_merged_worktrees", "refresh_pr_worktrees", "status"],
];
const RECORDS = [
  ...["ingest_fetched_data", "classify_stale_candidates", "clear_stale_candidates"],
  ...["record_activity", "record_artifact", "render_pr_report"],
];

/** Methods that ask nobody, or nothing that another one does not ask. */
export const ASK_NOTHING: Readonly<Record<string, readonly string[]>> = {
  // It asks what `pr` asks, again and again.
  "github/pr_run.ts": ["watch"],
  // The methods of the pair that are the same are in the table once.
  "github-pull-requests-local/github_pull_requests_local.ts": [
    ...["createPullRequest", "createPullRequestsAcrossRepos", "mergePullRequest", "mergeBranch"],
  ],
  "github-local-mirror/github_local_mirror.ts": MIRROR,
  "github-project-activity/github_project_activity.ts": RECORDS,
  "github-project-activity/github_project_activity_benchmark.ts": ["record_benchmark_run"],
  "github-security-alerts/github_security_alerts.ts": ["build"],
  "github-stack-status/github_stack_status.ts": ["renderHtml"],
};
