/**
 * A ledger of what happens in a GitHub repository: its pull requests, issues, forks, files, checks
 * and conversations as data, events and artifacts of your own beside them, and reports. Only
 * `sync_github_*` and `fetch_from_github` ask GitHub; nothing is changed there.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { MethodResult } from "../platform/context.ts";
import { repositoryOrNamePattern } from "../platform/repository_name.ts";
import { SUBJECT_TYPES } from "../platform/subjects/subject.ts";
import { recordArtifact } from "./artifacts/record_artifact.ts";
import type {
  ActivityArguments,
  ArtifactArguments,
  FetchArguments,
  IngestArguments,
  ReportArguments,
  StaleArguments,
} from "./methods/arguments.ts";
import { classifyStaleCandidates } from "./stale/classify_stale_candidates.ts";
import { clearStaleCandidates } from "./stale/clear_stale_candidates.ts";
import type { LedgerContext } from "./methods/context.ts";
import { fetchFromGithub } from "./methods/fetch_from_github.ts";
import { ingestFetchedData } from "./methods/ingest_fetched_data.ts";
import { renderPrReport } from "./pr_report/render_pr_report.ts";
import { syncGithub } from "./methods/sync_github.ts";
import { recordActivity } from "./recording/record_activity.ts";
import { activityEventSchema, VISIBILITIES } from "./outputs/activity_event.ts";
import { artifactIndexSchema } from "./outputs/artifact_index.ts";
import { ciStatusSnapshotSchema } from "./outputs/ci_status_snapshot.ts";
import { forkSnapshotSchema } from "./outputs/fork_snapshot.ts";
import { issueSnapshotSchema } from "./outputs/issue_snapshot.ts";
import { prFileSnapshotSchema } from "./outputs/pr_file_snapshot.ts";
import { prReportSchema } from "./outputs/pr_report.ts";
import { prSnapshotSchema } from "./outputs/pr_snapshot.ts";
import {
  rawGithubApiResponseSchema,
  SOURCE_METHODS,
  type SourceMethod,
} from "./outputs/raw_github_api_response.ts";
import { repoFileSnapshotSchema } from "./outputs/repo_file_snapshot.ts";
import { repoSnapshotSchema } from "./outputs/repo_snapshot.ts";
import type {
  BackfillArguments,
  ForkArguments,
  IssueArguments,
  PrArguments,
  PrByNumberArguments,
  RecentArguments,
  RepoArguments,
} from "./reading/arguments.ts";

/** How outputs are kept: ten versions of each document. */
const SNAPSHOT = { lifetime: "infinite", garbageCollection: 10 };

const SINCE = "From this time on, ISO 8601";
const SCENARIO = "Name of the recording: a-z, 0-9, hyphens and underscores, up to 64";

/** The behaviour type `@svc/github-project-activity`: fifteen methods, eleven outputs and files. */
export const model = {
  type: "@svc/github-project-activity",
  version: "2026.11.22.1",
  globalArguments: z.object({
    githubToken: z.string().min(1).meta({ sensitive: true }).optional().describe(
      "Token that may read the repository; the methods that ask GitHub need it",
    ),
    owner: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/).optional().describe(
      "Owner of the repository",
    ),
    repo: z.string().regex(repositoryOrNamePattern).optional().describe("Its name, or owner/name"),
    projectName: z.string().min(1).max(200).optional().describe(
      "What reports call the project; owner/repo when left out",
    ),
    knownForks: z.array(
      z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/),
    ).max(100).default([]).describe("Forks to look at, as owner/name, beside those GitHub lists"),
    includePrivateEvents: z.boolean().default(true).describe(
      "Whether reports show events that are marked private",
    ),
    defaultBackfillWindowDays: z.number().int().min(1).max(3650).default(90).describe(
      "Days that a backfill or a list of issues looks back when no time is given",
    ),
    staleInactivityDays: z.number().int().min(1).max(3650).default(15).describe(
      "Days without activity of a person after which something is stale",
    ),
    personalGithubHandles: z.array(z.string().min(1).max(100)).max(50).default([]).describe(
      "Your logins, whose duties the briefing shows",
    ),
  }),
  resources: {
    repoSnapshot: { description: "The repository itself", schema: repoSnapshotSchema, ...SNAPSHOT },
    forkSnapshot: { description: "One fork", schema: forkSnapshotSchema, ...SNAPSHOT },
    issueSnapshot: { description: "One issue", schema: issueSnapshotSchema, ...SNAPSHOT },
    prSnapshot: { description: "One pull request", schema: prSnapshotSchema, ...SNAPSHOT },
    prFileSnapshot: {
      description: "The files that a pull request changes",
      schema: prFileSnapshotSchema,
      ...SNAPSHOT,
    },
    repoFileSnapshot: {
      description: "Paths of the default branch, 1,000 a document",
      schema: repoFileSnapshotSchema,
      ...SNAPSHOT,
    },
    ciStatusSnapshot: {
      description: "The checks of a pull request's head",
      schema: ciStatusSnapshotSchema,
      ...SNAPSHOT,
    },
    activityEvent: {
      description: "What happened on a pull request or issue, or an event of your own",
      schema: activityEventSchema,
      ...SNAPSHOT,
    },
    artifactIndex: {
      description: "What an artifact is and where it lies",
      schema: artifactIndexSchema,
      ...SNAPSHOT,
    },
    rawGithubApiResponse: {
      description: "A recorded answer of GitHub, or the run it belongs to",
      schema: rawGithubApiResponseSchema,
      ...SNAPSHOT,
    },
    prReport: {
      description: "A pull request as a page to read",
      schema: prReportSchema,
      ...SNAPSHOT,
    },
  },
  files: {
    artifact: {
      description: "The content of an artifact",
      contentType: "application/octet-stream",
      ...SNAPSHOT,
    },
  },
  reports: [
    "@svc/github-project-activity/heatmap",
    "@svc/github-project-activity/pr-review",
    "@svc/github-project-activity/briefing",
  ],
  methods: {
    fetch_from_github: {
      description: "Run a sync method and keep GitHub's answers, to be read in later",
      kind: "read",
      arguments: z.object({
        scenario: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/).describe(SCENARIO),
        sourceMethod: z.enum(SOURCE_METHODS).describe("The sync method to run"),
        methodArgs: z.record(z.string(), z.unknown()).default({}).describe("Its arguments"),
      }),
      execute: (args: FetchArguments, context: LedgerContext): Promise<MethodResult> =>
        fetchFromGithub(args, context, schemaOf),
    },
    ingest_fetched_data: {
      description: "Read in what fetch_from_github kept, without asking GitHub",
      kind: "action",
      arguments: z.object({
        scenario: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/).describe(SCENARIO),
        methodArgs: z.record(z.string(), z.unknown()).default({}).describe(
          "Arguments in place of those of the fetch, one by one",
        ),
      }),
      execute: (args: IngestArguments, context: LedgerContext): Promise<MethodResult> =>
        ingestFetchedData(args, context, schemaOf),
    },
    sync_github_repo: {
      description: "Read the repository itself",
      kind: "read",
      arguments: z.object({
        includeForkIndex: z.boolean().default(false).describe("Read its forks, too"),
      }),
      execute: (args: RepoArguments, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_repo", args, context),
    },
    sync_github_file_inventory: {
      description: "Read the paths of the default branch",
      kind: "read",
      arguments: z.object({}),
      execute: (args: Record<never, never>, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_file_inventory", args, context),
    },
    sync_github_fork_index: {
      description: "Read the forks, as metadata only",
      kind: "list",
      arguments: z.object({
        limit: z.number().int().min(1).max(10_000).optional().describe(
          "Forks at most, newest first; 1,000 when left out",
        ),
        includeConfiguredKnownForks: z.boolean().default(true).describe(
          "Read those of knownForks, too",
        ),
      }),
      execute: (args: ForkArguments, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_fork_index", args, context),
    },
    sync_github_issues: {
      description: "Read the open issues, and the closed ones that changed since a time",
      kind: "list",
      arguments: z.object({
        since: z.iso.datetime({ offset: true }).optional().describe(
          "Closed ones from this time on, ISO 8601; defaultBackfillWindowDays ago when left out",
        ),
        limit: z.number().int().min(1).max(10_000).optional().describe(
          "Issues at most; 5,000 when left out",
        ),
        includeComments: z.boolean().default(false).describe("Read their comments"),
        includeTimeline: z.boolean().default(false).describe("Read their timelines"),
      }),
      execute: (args: IssueArguments, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_issues", args, context),
    },
    sync_github_prs: {
      description: "Read the open pull requests",
      kind: "list",
      arguments: z.object({
        includePatchArtifacts: z.boolean().default(false).describe("Keep their diffs as artifacts"),
        includeReviews: z.boolean().default(true).describe("Read their reviews"),
        includeReviewComments: z.boolean().default(true).describe("Read comments on their code"),
        includeIssueComments: z.boolean().default(true).describe("Read their conversations"),
        includeChecks: z.boolean().default(true).describe("Read the checks of their heads"),
        includeTimeline: z.boolean().default(true).describe("Read their timelines"),
      }),
      execute: (args: PrArguments, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_prs", args, context),
    },
    sync_github_pr_by_number: {
      description: "Read one pull request, whatever its state",
      kind: "read",
      arguments: z.object({
        prNumber: z.number().int().positive().describe("Number of the pull request"),
        includePatchArtifacts: z.boolean().default(false).describe("Keep its diff as an artifact"),
        includeReviews: z.boolean().default(true).describe("Read its reviews"),
        includeReviewComments: z.boolean().default(true).describe("Read comments on its code"),
        includeIssueComments: z.boolean().default(true).describe("Read its conversation"),
        includeChecks: z.boolean().default(true).describe("Read the checks of its head"),
        includeTimeline: z.boolean().default(true).describe("Read its timeline"),
      }),
      execute: (args: PrByNumberArguments, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_pr_by_number", args, context),
    },
    sync_github_recent_activity: {
      description: "Read what changed last, newest first",
      kind: "list",
      arguments: z.object({
        lookbackMinutes: z.number().int().min(1).max(43_200).default(180).describe(
          "Minutes to look back",
        ),
        includeOpenPrs: z.boolean().default(true).describe(
          "Read pull requests that changed, 100 at most",
        ),
        includeRecentlyUpdatedIssues: z.boolean().default(true).describe(
          "Read issues that changed, 100 at most",
        ),
      }),
      execute: (args: RecentArguments, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_recent_activity", args, context),
    },
    sync_github_backfill: {
      description:
        "Read all that changed in a window of time, oldest first; goes on where it stopped",
      kind: "list",
      arguments: z.object({
        since: z.iso.datetime({ offset: true }).optional().describe(
          `${SINCE}; defaultBackfillWindowDays ago when left out`,
        ),
        until: z.iso.datetime({ offset: true }).optional().describe(
          "Up to this time, ISO 8601; now when left out",
        ),
        includeClosed: z.boolean().default(true).describe("Read closed ones, too"),
        limit: z.number().int().min(1).max(10_000).optional().describe(
          "Issues and pull requests that one run reads at most; 500 when left out",
        ),
        includeForkIndex: z.boolean().default(false).describe("Read the forks, too"),
      }),
      execute: (args: BackfillArguments, context: LedgerContext): Promise<MethodResult> =>
        syncGithub("sync_github_backfill", args, context),
    },
    classify_stale_candidates: {
      description:
        "Record which stored pull requests and issues are stale; changes nothing on GitHub",
      kind: "action",
      arguments: z.object({
        includePrs: z.boolean().default(true).describe("Look at pull requests"),
        includeIssues: z.boolean().default(true).describe("Look at issues"),
        staleLabel: z.string().min(1).max(100).default("Stale").describe(
          "Label that marks what is known to be stale",
        ),
        maxCandidates: z.number().int().min(1).max(10_000).optional().describe(
          "Candidates at most, the longest idle first",
        ),
        dryRun: z.boolean().default(false).describe("Only tell what would be recorded"),
      }),
      execute: (args: StaleArguments, context: LedgerContext): Promise<MethodResult> =>
        classifyStaleCandidates(args, context),
    },
    clear_stale_candidates: {
      description: "Record which of them are stale no longer; changes nothing on GitHub",
      kind: "action",
      arguments: z.object({
        includePrs: z.boolean().default(true).describe("Look at pull requests"),
        includeIssues: z.boolean().default(true).describe("Look at issues"),
        staleLabel: z.string().min(1).max(100).default("Stale").describe(
          "Label that marks what is known to be stale",
        ),
        maxCandidates: z.number().int().min(1).max(10_000).optional().describe(
          "Candidates at most",
        ),
        dryRun: z.boolean().default(false).describe("Only tell what would be recorded"),
      }),
      execute: (args: StaleArguments, context: LedgerContext): Promise<MethodResult> =>
        clearStaleCandidates(args, context),
    },
    record_activity: {
      description: "Record an event of your own",
      kind: "create",
      arguments: z.object({
        id: z.string().min(1).max(200).optional().describe(
          "Id of the event: the same id is the same event",
        ),
        event: z.strictObject({
          eventType: z.string().min(1).max(100).default("note").describe(
            "What kind of event it is",
          ),
          summary: z.string().min(1).max(1000).default("Something happened").describe(
            "What happened, in a line",
          ),
          subjectType: z.enum(SUBJECT_TYPES).optional().describe("pr or issue"),
          subjectNumber: z.number().int().positive().optional().describe("Its number"),
          visibility: z.enum(VISIBILITIES).default("private").describe("Who may see it"),
          body: z.string().max(65_536).optional().describe("More about it, in Markdown"),
          at: z.iso.datetime({ offset: true }).optional().describe(
            "When it happened, ISO 8601; now when left out",
          ),
          actor: z.string().min(1).max(100).optional().describe("Who did it"),
          url: z.url().max(2048).optional().describe("Where to read on"),
          tags: z.array(z.string().min(1).max(100)).max(50).default([]).describe("Tags"),
          artifactRefs: z.array(z.string().min(1).max(300)).max(50).default([]).describe(
            "Names of artifacts",
          ),
        }).prefault({}).describe("The event"),
      }),
      execute: (args: ActivityArguments, context: LedgerContext): Promise<MethodResult> =>
        recordActivity(args, context),
    },
    record_artifact: {
      description: "Keep a file with what it is about",
      kind: "create",
      arguments: z.object({
        name: z.string().min(1).max(255).describe("Its name"),
        contentType: z.string().min(1).max(255).describe(
          "For example text/markdown; the README lists what is kept",
        ),
        content: z.string().max(7_000_000).describe(
          "The content, up to 5 MB: text, or base64 of what is none",
        ),
        repo: z.string().min(1).max(140).optional().describe(
          "Repository as owner/name or a name, in place of the behavior's own",
        ),
        subjectType: z.enum(SUBJECT_TYPES).optional().describe("pr or issue"),
        subjectNumber: z.number().int().positive().optional().describe("Its number"),
        description: z.string().max(1000).optional().describe("What it is"),
      }),
      execute: (args: ArtifactArguments, context: LedgerContext): Promise<MethodResult> =>
        recordArtifact(args, context),
    },
    render_pr_report: {
      description: "Make a page of what is stored about a pull request",
      kind: "action",
      arguments: z.object({
        prNumber: z.number().int().positive().describe("Number of the pull request"),
        includePrivate: z.boolean().optional().describe(
          "Show private events; as includePrivateEvents when left out",
        ),
        since: z.iso.datetime({ offset: true }).optional().describe(`Events: ${SINCE}`),
        until: z.iso.datetime({ offset: true }).optional().describe("Events up to this time"),
      }),
      execute: (args: ReportArguments, context: LedgerContext): Promise<MethodResult> =>
        renderPrReport(args, context),
    },
  },
};

/** The schema of a sync method's arguments, for recordings of it. */
function schemaOf(method: SourceMethod): z.ZodObject {
  return model.methods[method].arguments;
}
