import { markdownLink, markdownText } from "../../../platform/markdown.ts";
import { type BrokenDocument, brokenSection } from "../../../platform/report/stored_documents.ts";
import { markdownTable } from "../../../platform/report/table.ts";
import { type Bucket, BUCKETS } from "./decide.ts";
import type { QueueItem } from "./item.ts";

/** What each bucket holds, as its heading says. */
const HEADINGS: Readonly<Record<Bucket, string>> = {
  "re-review": "Review again",
  requested: "Review requested",
  draft: "Drafts",
  "data incomplete": "Incomplete data",
  "waiting on author": "Waiting for the author",
  "CI blocked": "Blocked by checks",
  stale: "Stale",
  "merge check": "Approved: check and merge",
  unassigned: "No reviewer requested",
};

/** The queue as Markdown. */
export function queueMarkdown(json: QueueJson): string {
  const parts = [`# Review queue${json.repo === null ? "" : ` of ${markdownText(json.repo)}`}`];
  const total = BUCKETS.reduce((sum, bucket) => sum + json.counts[bucket], 0);
  parts.push(...standing(json));
  if (total === 0) {
    parts.push(
      json.asOf === null
        ? "Nothing is stored yet. Run `sync` first."
        : "There are no open pull requests.",
    );
  } else {
    const counts = BUCKETS.map((bucket) => [HEADINGS[bucket], json.counts[bucket]]);
    parts.push(markdownTable(["What", "Pull requests"], counts));
  }
  for (const bucket of BUCKETS) {
    if (json.counts[bucket] === 0) continue;
    parts.push(`## ${HEADINGS[bucket]}`, section(json, bucket));
  }
  parts.push(...brokenSection(json.broken));
  return `${parts.join("\n\n")}\n`;
}

function standing({ asOf, complete, unreadArguments }: QueueJson): string[] {
  const lines = asOf === null ? [] : [
    `As of the sync of ${markdownText(asOf)}${
      complete ? "." : ", which did not read everything. Run `sync` again."
    }`,
  ];
  if (unreadArguments.length > 0) {
    const names = unreadArguments.map(markdownText).join(", ");
    lines.push(`The defaults are used for ${names}: a report cannot evaluate expressions.`);
  }
  return lines;
}

function section({ buckets, beyond }: QueueJson, bucket: Bucket): string {
  const rows = buckets[bucket].map(row);
  const table = markdownTable(
    ["Pull request", "Title", "Author", "Why", "Turn", "Idle days", "Notes"],
    rows,
  );
  const rest = beyond[bucket]?.length ?? 0;
  return rest === 0 ? table : `${table}\n\n+${rest} more whose facts did not fit`;
}

function row(item: QueueItem): (string | number)[] {
  const notes = [
    ...item.own.length > 0 ? ["yours"] : [],
    ...item.security ? ["security"] : [],
    ...item.ready ? ["ready"] : [],
  ];
  return [
    markdownLink(`#${item.number}`, item.url),
    markdownText(item.title),
    markdownText(item.author ?? ""),
    markdownText(item.reasons.join("; ")),
    markdownText(item.turn.slice(0, 10).join(", ")),
    item.idleDays ?? "",
    notes.join(", "),
  ];
}

/** The queue as data. */
export interface QueueJson {
  /** ISO 8601; nothing else depends on when the report is made. */
  generatedAt: string;
  /** owner/name; null while nothing tells it. */
  repo: string | null;
  /** The last sync: until when activity is known. */
  asOf: string | null;
  /** Whether the last sync read everything. */
  complete: boolean;
  reviewFocusStaleDays: number;
  reviewerHandles: string[];
  /** Arguments of the behavior that a report cannot read; their defaults count. */
  unreadArguments: string[];
  counts: Record<Bucket, number>;
  buckets: Record<Bucket, QueueItem[]>;
  /** Numbers of pull requests whose facts did not fit, by bucket; empty but for very many. */
  beyond: Record<string, number[]>;
  broken: BrokenDocument[];
}
