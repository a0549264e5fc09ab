import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import { fullName } from "../../../platform/repository_name.ts";
import { readRuns } from "../stored/documents.ts";
import { readSettings } from "../stored/settings.ts";
import { openStored, type Stored } from "../stored/stored.ts";
import { type Bucket, BUCKETS, decide } from "./decide.ts";
import { openFacts } from "./gather.ts";
import { withinLimit } from "./item.ts";
import { type QueueJson, queueMarkdown } from "./markdown.ts";
import { type Entry, entryOf, inOrder } from "./order.ts";

/** What every open pull request waits for, from stored data alone. */
export async function queueReport(context: ReportContext): Promise<ReportResult<QueueJson>> {
  const generatedAt = new Date().toISOString();
  const broken: BrokenDocument[] = [];
  const settings = await readSettings(context, broken);
  const { name, unread, reviewerHandles, needsClarificationLabels, reviewFocusStaleDays } =
    settings;
  const entries: Entry[] = [];
  let asOf: string | null = null;
  let complete = false;
  if (name !== null) {
    const stored = openStored(context, name, broken);
    const state = await stored.one("mirrorState");
    asOf = state?.lastSyncAt ?? null;
    complete = state?.complete ?? false;
    const listed = complete || await isListRead(stored);
    const rules = { needsClarificationLabels, reviewFocusStaleDays, asOf, listed };
    for await (const facts of openFacts(stored, state?.openPrNumbers ?? null)) {
      entries.push(entryOf(facts, decide(facts, rules), reviewerHandles));
    }
  }
  const sorted = Object.fromEntries(
    BUCKETS.map((bucket) => [
      bucket,
      entries.filter(({ decision }) => decision.bucket === bucket).sort(inOrder),
    ]),
  ) as Record<Bucket, Entry[]>;
  const { buckets, beyond } = withinLimit(sorted);
  const json: QueueJson = {
    generatedAt,
    repo: name && fullName(name),
    asOf,
    complete,
    reviewFocusStaleDays,
    reviewerHandles,
    unreadArguments: unread,
    counts: Object.fromEntries(
      BUCKETS.map((bucket) => [bucket, sorted[bucket].length]),
    ) as Record<Bucket, number>,
    buckets,
    beyond,
    broken,
  };
  return { markdown: queueMarkdown(json), json };
}

/** Whether the last sync read the list of issues and pull requests to its end, whatever it left. */
async function isListRead(stored: Stored): Promise<boolean> {
  const [last] = await readRuns(stored);
  return last?.phases.some(({ name, complete }) => name === "index" && complete) ?? false;
}
