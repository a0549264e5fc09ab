/**
 * A ledger of what happens in a GitHub repository: its pull requests, issues, forks, files, checks
 * and conversations as data, events and artifacts of your own beside them, and reports. Only
 * `sync_github_*` and `fetch_from_github` ask GitHub; nothing is changed there.
 *
 * @module
 */
import { recordArtifact } from "./artifacts/record_artifact.ts";
import { classifyStaleCandidates, clearStaleCandidates } from "./stale/stale_candidates.ts";
import { ledgerArguments } from "./context/context.ts";
import { fetchFromGithub } from "./methods/fetch_from_github.ts";
import { ingestFetchedData } from "./methods/ingest_fetched_data.ts";
import { renderPrReport } from "./pr_report/render_pr_report.ts";
import { syncMethod } from "./methods/sync_github.ts";
import { recordActivity } from "./recording/record_activity.ts";
import { activityEventSchema } from "./outputs/activity_event.ts";
import { artifactIndexSchema } from "./outputs/artifact_index.ts";
import {
  ciStatusSnapshotSchema,
  issueSnapshotSchema,
  prFileSnapshotSchema,
  prSnapshotSchema,
} from "./outputs/subjects.ts";
import {
  forkSnapshotSchema,
  repoFileSnapshotSchema,
  repoSnapshotSchema,
} from "./outputs/repository.ts";
import { prReportSchema } from "./outputs/pr_report.ts";
import { rawGithubApiResponseSchema } from "./outputs/raw_github_api_response.ts";
import { kept, RETENTION } from "../platform/retention.ts";

/** The behavior type `@svc/github-project-activity`: fifteen methods, eleven outputs and files. */
export const model = {
  type: "@svc/github-project-activity",
  version: "2026.11.22.1",
  globalArguments: ledgerArguments,
  resources: {
    repoSnapshot: kept("The repository itself", repoSnapshotSchema),
    forkSnapshot: kept("One fork", forkSnapshotSchema),
    issueSnapshot: kept("One issue", issueSnapshotSchema),
    prSnapshot: kept("One pull request", prSnapshotSchema),
    prFileSnapshot: kept("The files that a pull request changes", prFileSnapshotSchema),
    repoFileSnapshot: kept(
      "Paths of the default branch, 1,000 per document",
      repoFileSnapshotSchema,
    ),
    ciStatusSnapshot: kept("The checks of a pull request's head", ciStatusSnapshotSchema),
    activityEvent: kept("Event of a pull request or issue, or a custom event", activityEventSchema),
    artifactIndex: kept("What an artifact is and where it is stored", artifactIndexSchema),
    rawGithubApiResponse: kept(
      "A recorded response of GitHub, or the run it belongs to",
      rawGithubApiResponseSchema,
    ),
    prReport: kept("A pull request as a Markdown page", prReportSchema),
  },
  files: {
    artifact: {
      description: "The content of an artifact",
      contentType: "application/octet-stream",
      ...RETENTION,
    },
  },
  reports: [
    "@svc/github-project-activity/heatmap",
    "@svc/github-project-activity/pr-review",
    "@svc/github-project-activity/briefing",
  ],
  methods: {
    fetch_from_github: fetchFromGithub,
    ingest_fetched_data: ingestFetchedData,
    sync_github_repo: syncMethod("sync_github_repo", "read", "Read the repository itself"),
    sync_github_file_inventory: syncMethod(
      "sync_github_file_inventory",
      "read",
      "Read the paths of the default branch",
    ),
    sync_github_fork_index: syncMethod(
      "sync_github_fork_index",
      "list",
      "Read the forks, as metadata only",
    ),
    sync_github_issues: syncMethod(
      "sync_github_issues",
      "list",
      "Read the open issues, and the closed ones that changed since a time",
    ),
    sync_github_prs: syncMethod("sync_github_prs", "list", "Read the open pull requests"),
    sync_github_pr_by_number: syncMethod(
      "sync_github_pr_by_number",
      "read",
      "Read one pull request, whatever its state",
    ),
    sync_github_recent_activity: syncMethod(
      "sync_github_recent_activity",
      "list",
      "Read what changed last, newest first",
    ),
    sync_github_backfill: syncMethod(
      "sync_github_backfill",
      "list",
      "Read all changes in a window of time, oldest first; continues where it stopped",
    ),
    classify_stale_candidates: classifyStaleCandidates,
    clear_stale_candidates: clearStaleCandidates,
    record_activity: recordActivity,
    record_artifact: recordArtifact,
    render_pr_report: renderPrReport,
  },
};
