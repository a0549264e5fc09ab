/** A behavior type as spec 2.7 has it. `(opt)` marks what may be left out. */
export interface TypeRow {
  /** Names, JSON types and `(opt)`, comma separated. */
  globals: string;
  /** Arguments of each method: names and `(opt)`, comma separated. */
  methods: Readonly<Record<string, string>>;
  /** Names of the resources it writes, comma separated. */
  data: string;
}

/** An extension of the catalogue: its types by name, and how many reports it has. */
export interface ExtensionRow {
  types: Readonly<Record<string, TypeRow>>;
  reports?: number;
  /** Configuration of each vault type: names, JSON types and `(opt)`, comma separated. */
  vaults?: Readonly<Record<string, string>>;
  /** As `vaults`, for datastore types. */
  datastores?: Readonly<Record<string, string>>;
}

const TOKEN = "token string";
const COMMON = `${TOKEN}, org string (opt), owner string (opt)`;
const SCANNER: TypeRow = {
  globals: `org string, ${TOKEN}, baseUrl string (opt)`,
  methods: { list: "repos" },
  data: "alerts, run",
};
const CLIENT_METHODS = {
  createPullRequest: "owner (opt), repo, title, head, base, body (opt), draft (opt)",
  mergePullRequest: "owner (opt), repo, pullNumber, mergeMethod (opt), commitMessage (opt)",
  mergeBranch: "owner (opt), repo, base, head, commitMessage (opt)",
  createPullRequestsAcrossRepos: "repos, head, base, title, body (opt), draft (opt)",
};

/** What `sync_github_prs` takes; for one pull request by its number the same and that number. */
const PULL_REQUEST_PARTS =
  "includePatchArtifacts, includeReviews, includeReviewComments, includeIssueComments, includeChecks, includeTimeline";
const STALE = "includePrs, includeIssues, staleLabel, maxCandidates (opt), dryRun";

/** Spec 2.7, row by row. What it leaves without a name is named as the manual does. */
const SPEC_ROWS: Readonly<Record<string, ExtensionRow>> = {
  "@svc/github-code-scanning": { types: { "@svc/github/code-scanning/alerts": SCANNER } },
  "@svc/github-dependabot": { types: { "@svc/github/dependabot/alerts": SCANNER } },
  "@svc/github-secret-scanning": { types: { "@svc/github/secret-scanning/alerts": SCANNER } },
  "@svc/github-security-alerts": {
    types: {
      "@svc/github/security-alerts": {
        globals: "org string",
        methods: { build: "repos, dependabot, codeScanning, secretScanning" },
        data: "payloads",
      },
    },
    reports: 1,
  },
  "@svc/github-token-audit": {
    types: {
      "@svc/github-token-audit": {
        globals: "token string (opt), tokenFile string (opt), baseUrl string (opt)",
        methods: { audit: "" },
        data: "tokenAudit",
      },
    },
  },
  "@svc/github-pull-requests": {
    types: {
      "@svc/github-pull-requests": {
        globals: `${TOKEN}, defaultOwner string (opt)`,
        methods: CLIENT_METHODS,
        data: "pullRequest, merge",
      },
    },
  },
  "@svc/github-pull-requests-local": {
    types: {
      "@svc/github-pull-requests-local": {
        globals: `${TOKEN} (opt), defaultOwner string (opt)`,
        methods: {
          ...CLIENT_METHODS,
          commitFile:
            "owner (opt), repo, baseBranch (opt), newBranch, path, content, commitMessage, dryRun (opt)",
          openPullRequest:
            "owner (opt), repo, head, base, title, body (opt), draft (opt), dryRun (opt)",
          readFile: "owner (opt), repo, path, ref (opt)",
          replaceInFile:
            "owner (opt), repo, baseBranch (opt), newBranch, path, pattern, replacement, commitMessage, dryRun (opt)",
          findPullRequest: "owner (opt), repo, head, state (opt)",
        },
        data: "pullRequest, merge, fileCommit, fileContent, fileReplacement, pullRequestLookup",
      },
    },
  },
  "@svc/github-releases": {
    types: {
      "@svc/github-releases": {
        globals: "",
        methods: {
          createRelease: "repo, tagName",
          createReleasesAcrossRepos: "repo, tagName",
        },
        data: "release",
      },
    },
  },
  "@svc/github-ensure": {
    types: {
      "@svc/github-ensure": {
        globals: `${TOKEN}, owner string, isOrg boolean (opt), baseUrl string (opt)`,
        methods: {
          sync: "",
          ensureRepo:
            "name, description (opt), private (opt), autoInit (opt), licenseTemplate (opt), gitignoreTemplate (opt), homepage (opt), topics (opt), dryRun (opt)",
          ensureRelease:
            "repo, tagName, targetCommitish (opt), name (opt), body (opt), draft (opt), prerelease (opt), dryRun (opt)",
          openPr: "repo, head, base (opt), title, body (opt), draft (opt), dryRun (opt)",
        },
        data: "repos, repoEnsure, release, pull",
      },
    },
  },
  "@svc/github-pr-list": {
    types: {
      "@svc/github-pr-list": {
        globals: "owner string, repo string, state string (opt), limit number (opt)",
        methods: { list: "since (opt), sinceDays (opt)" },
        data: "result",
      },
    },
  },
  "@svc/repo-insight": {
    types: {
      "@svc/repo-insight": {
        globals: "",
        methods: {
          list_repos: "",
          get_repo_info: "repo",
          list_prs: "repo, state (opt)",
          list_issues: "repo, state (opt)",
          list_releases: "repo",
          list_workflows: "repo",
          get_issue_context: "repo, number, maxComments (opt)",
          get_pull_request_context: "repo, number, maxComments (opt)",
          create_issue: "repo, title, body, idempotencyKey",
          add_issue_comment: "repo, number, body, idempotencyKey",
          close_issue: "repo, number, idempotencyKey",
          get_workflow_run: "repo, runId",
          retry_workflow_run: "repo, runId, failedOnly (opt), idempotencyKey",
          watch_pr_checks: "repo, number, timeoutSeconds (opt), pollIntervalSeconds (opt)",
          merge_pull_request:
            "repo, number, approvalComment (opt), timeoutSeconds (opt), pollIntervalSeconds (opt), idempotencyKey",
        },
        data:
          "repos, repo_info, pull_requests, issues, releases, workflow_runs, triageIssue, triagePullRequest, triageAction",
      },
    },
  },
  "@svc/github": {
    types: {
      "@svc/github/pr-run": {
        globals: `${TOKEN} (opt), owner string, repo string`,
        methods: { pr: "pr, json", watch: "pr, interval" },
        data: "prRun",
      },
      "@svc/github/issue": {
        globals: COMMON,
        methods: {
          search: "query, owner (opt), repo (opt), state, limit, json",
          list: "repo, owner (opt), state, labels (opt), json",
        },
        data: "issue",
      },
      "@svc/github/member": {
        globals: COMMON,
        methods: { list: "org (opt), role, json" },
        data: "member",
      },
      "@svc/github/pull": {
        globals: COMMON,
        methods: { list: "repo, owner (opt), state, json" },
        data: "pull",
      },
      "@svc/github/repo": {
        globals: COMMON,
        methods: {
          list: "org (opt), type, sort, json",
          listForUser: "username (opt), type, sort, json",
          get: "repo, owner (opt)",
          searchCode:
            "query, org (opt), repo (opt), owner (opt), language (opt), path (opt), limit, json",
        },
        data: "repo, codeResult",
      },
    },
  },
  "@svc/github-file-track": {
    types: {
      "@svc/github-file-track": {
        globals: "targets array (opt)",
        methods: { sync: "targets (opt)" },
        data: "syncRecord, syncSummary",
      },
    },
  },
  "@svc/github-stack-status": {
    types: {
      "@svc/github-stack-status": {
        globals: "repo string (opt)",
        methods: {
          fetch: "stack (opt), repo (opt), nowIso (opt)",
          renderHtml: "stack (opt), outFile (opt)",
        },
        data: "prStatus, stackStatus, stackHtml",
      },
    },
  },
  "@svc/github-trending": {
    types: {
      "@svc/github-trending": {
        globals: "windowDays number, count number, language string (opt), githubToken string (opt)",
        methods: { snapshot: "" },
        data: "trending",
      },
    },
  },
  "@svc/github-repo-ensure": {
    types: {
      "@svc/github-repo-ensure": {
        globals: "owner string, name string, ghPath string (opt)",
        methods: { ensure: "description (opt), visibility (opt)" },
        data: "repo",
      },
    },
  },
  "@svc/github-pr-sweep": {
    types: {
      "@svc/github-pr-sweep": {
        globals: "",
        methods: {
          sweep:
            "upstreamRepo, forkRepo, workdir, agent (opt), mainBranch (opt), svcRepoDir (opt), sweeperPrompt (opt), resyncBehind (opt), updateStrategy (opt)",
        },
        data: "sweep, pr",
      },
    },
  },
  "@svc/github-agent": { types: {} },
  "@svc/github-local-mirror": {
    types: {
      "@svc/github-local-mirror": {
        globals: "owner string, repo string, gitObjectPath string, workspaceRoot string, " +
          "artifactRoot string, gitRemote string, sshRemoteBase string, syncOverlapMinutes number, " +
          "knownRemotes object, timelineCodeGranularity string, needsClarificationLabels array, " +
          "reviewerHandles array, reviewFocusStaleDays number, maxApiPages number, " +
          "githubToken string (opt), gitRemoteUrl string (opt), firstSyncSince string (opt)",
        methods: {
          sync: "budgetSeconds (opt), requireComplete (opt)",
          prepare_worktree: "prNumber, identity (opt)",
          create_worktree: "prNumber (opt), branch (opt), baseRef (opt), identity (opt)",
          attach_worktree: "worktreeId, prNumber",
          detach_worktree: "worktreeId",
          remove_worktree: "worktreeId, force, deleteBranch",
          prepare_review_context: "subjectType, number",
          record_pr_analysis:
            "prNumber, headSha, generator, codePathWalkthrough, reviewAttentionMap, evidenceRefs",
          analyze_worktrees: "",
          close_merged_worktrees: "",
          refresh_pr_worktrees: "identity (opt), autoAttach, materialize, dryRun",
          status: "",
        },
        data: "mirrorState, repoSnapshot, prSnapshot, prRevision, prHeadState, prFileSnapshot, " +
          "issueSnapshot, activityEvent, subjectReference, prCommit, collectionStatus, " +
          "prAnalysisEvidence, reviewSelection, checkRunSnapshot, worktreeSnapshot, " +
          "worktreeAnalysis, worktreeCleanupRun, worktreeRefreshRun, syncRunSummary, mirrorStatus",
      },
    },
    reports: 3,
  },
  "@svc/github-project-activity": {
    types: {
      "@svc/github-project-activity": {
        globals: "githubToken string (opt), owner string (opt), repo string (opt), " +
          "projectName string (opt), knownForks array, includePrivateEvents boolean, " +
          "defaultBackfillWindowDays number, staleInactivityDays number, " +
          "personalGithubHandles array",
        methods: {
          fetch_from_github: "scenario, sourceMethod, methodArgs",
          ingest_fetched_data: "scenario, methodArgs",
          sync_github_repo: "includeForkIndex",
          sync_github_file_inventory: "",
          sync_github_fork_index: "limit (opt), includeConfiguredKnownForks",
          sync_github_issues: "since (opt), limit (opt), includeComments, includeTimeline",
          sync_github_prs: PULL_REQUEST_PARTS,
          // The spec says "for exactly one pull request" and names no argument that would say which.
          sync_github_pr_by_number: `prNumber, ${PULL_REQUEST_PARTS}`,
          sync_github_recent_activity:
            "lookbackMinutes, includeOpenPrs, includeRecentlyUpdatedIssues",
          sync_github_backfill:
            "since (opt), until (opt), includeClosed, limit (opt), includeForkIndex",
          classify_stale_candidates: STALE,
          clear_stale_candidates: STALE,
          // The spec names `id` alone: `event` is what is recorded.
          record_activity: "id (opt), event",
          record_artifact: "name, contentType, content, repo (opt), subjectType (opt), " +
            "subjectNumber (opt), description (opt)",
          render_pr_report: "prNumber, includePrivate (opt), since (opt), until (opt)",
        },
        data: "repoSnapshot, forkSnapshot, issueSnapshot, prSnapshot, prFileSnapshot, " +
          "repoFileSnapshot, ciStatusSnapshot, activityEvent, artifactIndex, " +
          "rawGithubApiResponse, prReport, artifact",
      },
      "@svc/github-project-activity/benchmark": {
        globals: "",
        // The spec names `finishedAt` alone: `run` is what is recorded.
        methods: { record_benchmark_run: "finishedAt (opt), run" },
        data: "benchmarkRun",
      },
    },
    reports: 3,
  },
};

/** What the catalogue has beside spec 2.7: vaults and datastores that people already run. */
const PROVIDER_ROWS: Readonly<Record<string, ExtensionRow>> = {
  "@svc/openbao": {
    types: {},
    vaults: {
      "@svc/openbao": [
        "address",
        "mount",
        "path",
        "field",
        "entry",
        "namespace",
        "appRole",
        "caCert",
      ]
        .map((name) => `${name} string (opt)`).join(", "),
    },
  },
  "@svc/pass": {
    types: {},
    vaults: { "@svc/pass": "prefix string (opt), store string (opt), firstLine boolean (opt)" },
  },
  "@svc/s3": {
    types: {},
    datastores: {
      "@svc/s3": "endpoint string, bucket string, region string (opt), prefix string (opt), " +
        "addressing string (opt)",
    },
  },
};

/** Every extension of the catalogue. */
export const CATALOGUE_ROWS: Readonly<Record<string, ExtensionRow>> = {
  ...SPEC_ROWS,
  ...PROVIDER_ROWS,
};
