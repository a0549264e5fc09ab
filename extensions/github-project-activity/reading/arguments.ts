/** Arguments of `sync_github_repo`. */
export interface RepoArguments {
  includeForkIndex: boolean;
}

/** Arguments of `sync_github_fork_index`. */
export interface ForkArguments {
  limit?: number | undefined;
  includeConfiguredKnownForks: boolean;
}

/** Arguments of `sync_github_issues`. */
export interface IssueArguments {
  since?: string | undefined;
  limit?: number | undefined;
  includeComments: boolean;
  includeTimeline: boolean;
}

/** Arguments of `sync_github_prs`. */
export interface PrArguments {
  includePatchArtifacts: boolean;
  includeReviews: boolean;
  includeReviewComments: boolean;
  includeIssueComments: boolean;
  includeChecks: boolean;
  includeTimeline: boolean;
}

/** Arguments of `sync_github_pr_by_number`. */
export interface PrByNumberArguments extends PrArguments {
  prNumber: number;
}

/** Arguments of `sync_github_recent_activity`. */
export interface RecentArguments {
  lookbackMinutes: number;
  includeOpenPrs: boolean;
  includeRecentlyUpdatedIssues: boolean;
}

/** Arguments of `sync_github_backfill`. */
export interface BackfillArguments {
  since?: string | undefined;
  until?: string | undefined;
  includeClosed: boolean;
  limit?: number | undefined;
  includeForkIndex: boolean;
}
