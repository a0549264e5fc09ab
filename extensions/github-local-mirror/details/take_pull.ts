import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import type { ApiPull } from "../../platform/subjects/api/pull.ts";
import { fullPr, readPull } from "../../platform/subjects/from_pull.ts";
import type { PrSnapshot } from "../../platform/subjects/pr_snapshot.ts";
import { eventDocuments, readEvents } from "../events/stored_events.ts";
import { referenceDocuments } from "../references/changed_references.ts";
import { describeAgain } from "../objects/mod.ts";
import { noteOpen } from "../run/open_numbers.ts";
import { documentName, reasonOf, type SyncRun } from "../run/sync_run.ts";
import { areUnsettled, checksOf, noteUnsettled } from "./checks.ts";
import { pullEvents } from "./pull_events.ts";
import { subjectStatuses } from "./subject_status.ts";
import { readTimeline } from "./timeline.ts";
import { noteReading, readingBegins } from "./too_soon.ts";

/**
 * Reads all of one pull request and writes it: its page, timeline with reviews, checks and references.
 *
 * @throws PlatformFailure when something of it cannot be read; nothing is written then
 */
export async function takePull(run: SyncRun, number: number): Promise<void> {
  const began = readingBegins(run);
  const pull = await askPull(run, number);
  const subject = { subjectType: "pr", number } as const;
  const name = documentName(run, "prSnapshot", String(number));
  const [timeline, checks, [stored], [before]] = await Promise.all([
    readTimeline(run, number),
    checksOf(run, number, pull.head.sha),
    readEvents(run, [subject]),
    run.context.readResources([name]),
  ]);
  const events = await pullEvents(run, pull, stored!.events, timeline);

  const fetchedAt = new Date().toISOString();
  const snapshot = fullPr(pull, timeline.words(pull), { repo: run.repo, fetchedAt });
  // Before the snapshot: afterwards nobody could tell that the base was another one.
  if (hasOtherBase(before ?? null, snapshot)) await describeAgain(run, [number]);
  await run.documents.write([
    { spec: "prSnapshot", name, data: snapshot },
    ...eventDocuments(run, subject, events, stored!, fetchedAt),
    ...await referenceDocuments(run, [{ subject, texts: snapshot, events }], fetchedAt),
    ...checks.document === null ? [] : [checks.document],
    ...await subjectStatuses(run, subject, [
      list("timeline", timeline.events.length, timeline.truncated),
      list("checks", checks.checks.length, checks.truncated),
    ]),
  ]);

  const open = snapshot.state === "open";
  noteOpen(run.state, [{ pull: true, number, open }]);
  const unsettled = areUnsettled(run, checks.checks, snapshot.updatedAt) || pull.mergeable === null;
  noteUnsettled(run, number, open && unsettled);
  noteReading(run, number, { updatedAt: snapshot.updatedAt, began });
}

/**
 * A pull request's own page.
 *
 * @throws PlatformFailure `unavailable` for an answer of another shape
 */
export async function askPull(run: SyncRun, number: number): Promise<ApiPull> {
  const what = `${run.repo}#${number}`;
  const { data } = await run.asking.get(what, "GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    ...run.target,
    pull_number: number,
  });
  try {
    return readPull(data);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new PlatformFailure("unavailable", { what, reason: reasonOf(error) });
  }
}

function hasOtherBase(before: Record<string, unknown> | null, { base }: PrSnapshot): boolean {
  const was = (before as PrSnapshot | null)?.base ?? null;
  return was !== null && was.ref !== base?.ref;
}

function list(component: string, itemCount: number, truncated: boolean) {
  return { component, complete: !truncated, itemCount, error: null };
}
