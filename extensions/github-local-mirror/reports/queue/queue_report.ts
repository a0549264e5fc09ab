import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import { type BrokenDocument, readDocuments } from "../../../platform/report/stored_documents.ts";
import { fullName } from "../../../platform/repository_name.ts";
import { mirrorStateSchema } from "../../outputs/mirror.ts";
import { type Names, namesOf } from "../stored/names.ts";
import { readRuns } from "../stored/documents.ts";
import { readSettings } from "../stored/settings.ts";
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
    const names = namesOf(name);
    const [state] = await readDocuments(context, [names.of("mirrorState")], {
      schema: mirrorStateSchema,
      broken,
    });
    asOf = state?.lastSyncAt ?? null;
    complete = state?.complete ?? false;
    const listed = complete || await isListRead(context, names, broken);
    const rules = { needsClarificationLabels, reviewFocusStaleDays, asOf, listed };
    for await (
      const facts of openFacts(context, { names, numbers: state?.openPrNumbers ?? null, broken })
    ) {
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
async function isListRead(
  context: ReportContext,
  names: Names,
  broken: BrokenDocument[],
): Promise<boolean> {
  const [last] = await readRuns(context, names, broken);
  return last?.phases.some(({ name, complete }) => name === "index" && complete) ?? false;
}
