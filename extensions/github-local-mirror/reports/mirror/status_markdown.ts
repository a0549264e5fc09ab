import { markdownText } from "../../../platform/markdown.ts";
import { type BrokenDocument, brokenSection } from "../../../platform/report/stored_documents.ts";
import { markdownTable } from "../../../platform/report/table.ts";
import type {
  CollectionStatus,
  MirrorState,
  MirrorStatus,
  SyncRunSummary,
} from "../../outputs/mirror.ts";
import { isDirty, type WorktreeLine, worktreeTable } from "../stored/worktrees.ts";

/** The mirror's standing as Markdown. */
export function statusMarkdown(json: StatusJson): string {
  const parts = [`# Mirror${json.repo === null ? "" : ` of ${markdownText(json.repo)}`}`];
  parts.push(...freshness(json), ...disk(json), ...incomplete(json), ...runs(json));
  parts.push(...worktrees(json), ...brokenSection(json.broken));
  return `${parts.join("\n\n")}\n`;
}

function freshness({ state }: StatusJson): string[] {
  if (state === null) return ["Nothing is stored yet. Run `sync` first."];
  const { counts, lastSyncAt, lastCompleteAt, queueLength, resumeAt } = state;
  const rows: [string, string | number][] = [
    ["Last sync", markdownText(lastSyncAt)],
    ["Read everything", state.complete ? "yes" : "no, run `sync` again"],
    ["Last complete sync", markdownText(lastCompleteAt ?? "none")],
    ["Pull requests whose details are to be read", queueLength],
    ...resumeAt === null
      ? []
      : [["The rate limit ends", markdownText(resumeAt)] as [string, string]],
    ["Pull requests, open and all", `${counts.openPrs}, ${counts.prs}`],
    ["Issues, open and all", `${counts.openIssues}, ${counts.issues}`],
  ];
  return [markdownTable(["What", "Now"], rows)];
}

function disk({ disk }: StatusJson): string[] {
  if (disk === null) return [];
  const size = (bytes: number | null) => bytes === null ? "not known" : megabytes(bytes);
  return [
    `On the disk at ${markdownText(disk.at)}: ${size(disk.objects)} of objects, ` +
    `${size(disk.worktrees)} of worktrees, ${size(disk.artifacts)} of state and patches.`,
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function incomplete({ incomplete }: StatusJson): string[] {
  if (incomplete.length === 0) return [];
  const rows = incomplete.map(({ component, itemCount, error, at }) => [
    markdownText(component),
    itemCount,
    markdownText(error === null ? "" : `${error.code}: ${error.message}`),
    markdownText(at),
  ]);
  return ["## Incomplete lists", markdownTable(["List", "Read", "Why", "At"], rows)];
}

function runs({ runs }: StatusJson): string[] {
  if (runs.length === 0) return [];
  const head = [
    "Started",
    "Ended",
    "Complete",
    "Stopped by",
    "Requests",
    "Written",
    "Left",
    "Errors",
  ];
  const parts = ["## Last syncs", markdownTable(head, runs.map(runRow))];
  const errors = runs.flatMap((run) =>
    run.errors.map(({ what, code, message }) =>
      [run.startedAt, what, code, message].map(markdownText)
    )
  );
  if (errors.length > 0) {
    parts.push("### What failed", markdownTable(["Sync", "What", "Code", "Message"], errors));
  }
  return parts;
}

function runRow(run: SyncRunSummary): (string | number)[] {
  const written = Object.values(run.written).reduce((sum, count) => sum + count, 0);
  const stopped = [run.stoppedBy, run.resumeAt && `until ${run.resumeAt}`].filter(Boolean).join(
    " ",
  );
  return [
    markdownText(run.startedAt),
    markdownText(run.finishedAt),
    run.complete ? "yes" : "no",
    markdownText(stopped),
    run.requests,
    written,
    run.queueLength,
    run.errors.length,
  ];
}

function worktrees({ worktrees, mergedCandidates }: StatusJson): string[] {
  if (worktrees.length === 0) return ["There are no worktrees."];
  const count = (is: (line: WorktreeLine) => boolean) => worktrees.filter(is).length;
  const counts = [
    ["all", worktrees.length],
    ["missing", count(({ missing }) => missing)],
    ["stale: the pull request has moved on", count(({ stale }) => stale === true)],
    ["with changes", count(isDirty)],
    ["ahead of the pull request", count(({ ahead }) => (ahead ?? 0) > 0)],
    ["of merged pull requests", mergedCandidates.length],
    ["not analysed yet", count(({ analysedAt }) => analysedAt === null)],
  ];
  const parts = ["## Worktrees", markdownTable(["Worktrees", "Count"], counts)];
  parts.push(worktreeTable(worktrees));
  if (mergedCandidates.length > 0) {
    parts.push(
      "`close_merged_worktrees` removes those of merged pull requests without other work.",
    );
  }
  return parts;
}

/** The mirror's standing as data. Times are ISO 8601. */
export interface StatusJson {
  /** Nothing else depends on when the report is made. */
  generatedAt: string;
  /** owner/name; null while nothing tells it. */
  repo: string | null;
  /** Null before the first sync. */
  state: MirrorState | null;
  /** Lists of the repository that were not read to their end. */
  incomplete: CollectionStatus[];
  /** The last ten syncs, newest first. */
  runs: SyncRunSummary[];
  /** Bytes of the three folders, as `status` counted them last. */
  disk: (MirrorStatus["disk"] & { at: string }) | null;
  worktrees: WorktreeLine[];
  /** Worktrees whose pull request is merged. */
  mergedCandidates: string[];
  broken: BrokenDocument[];
}
