import { isGone } from "../../platform/failure.ts";
import { commentEvent, readComment } from "../../platform/subjects/events.ts";
import { readIssue } from "../../platform/subjects/from_api.ts";
import { wholeList } from "../asking/asking.ts";
import { eventDocuments, mergeEvents, readEvents } from "../events/stored_events.ts";
import { referenceDocuments } from "../references/subject_references.ts";
import { noteOpen } from "../run/queue.ts";
import { documentName, readEach, type SyncRun } from "../run/sync_run.ts";
import { noteUnsettled } from "./checks.ts";
import { subjectStatuses } from "./subject_status.ts";
import { forgetReading } from "./too_soon.ts";

/**
 * Looks whether a subject is still there. What the platform has no more becomes `deleted`; an issue
 * that it leads elsewhere for names its new address.
 *
 * @returns the answer when it is still there
 */
export async function askPresence(run: SyncRun, number: number): Promise<unknown | null> {
  try {
    const { data, elsewhere } = await run.asking.by(`${run.repo}#${number}`, async (client) => {
      const route = "GET /repos/{owner}/{repo}/issues/{issue_number}";
      const { data } = await client.request(route, { ...run.target, issue_number: number });
      return { data, elsewhere: addressElsewhere(run, data, number) };
    });
    if (elsewhere === null) return data;
    await markGone(run, number, elsewhere);
  } catch (error) {
    // Also what became a discussion, or was moved away.
    if (!isGone(error)) throw error;
    await markGone(run, number, null);
  }
  return null;
}

/** Writes that a subject is not there any more; what it was stays. */
export async function markGone(
  run: SyncRun,
  number: number,
  transferredTo: string | null,
): Promise<void> {
  const names = (["prSnapshot", "issueSnapshot"] as const).map((spec) => ({
    spec,
    name: documentName(run, spec, String(number)),
  }));
  const stored = await run.context.readResources(names.map(({ name }) => name));
  const fetchedAt = new Date().toISOString();
  await run.documents.write(names.flatMap(({ spec, name }, index) => {
    const before = stored[index];
    if (!before) return [];
    const address = spec === "issueSnapshot" ? { transferredTo } : {};
    return [{ spec, name, data: { ...before, state: "deleted", ...address, fetchedAt } }];
  }));
  noteOpen(run.state, [
    { pull: true, number, open: false },
    { pull: false, number, open: false },
  ]);
  noteUnsettled(run, number, false);
  forgetReading(run.state, number);
}

/** The address of an issue that was answered from another repository; null for our own. */
function addressElsewhere({ target }: SyncRun, data: unknown, number: number): string | null {
  const { html_url: url, number: found } = readIssue(data);
  const own = `/${target.owner}/${target.repo}/`.toLowerCase();
  return found === number && url.toLowerCase().includes(own) ? null : url;
}

/** Reads all comments of an issue, so that those that were deleted go away. */
export async function takeIssueComments(run: SyncRun, number: number): Promise<void> {
  const what = `the comments of ${run.repo}#${number}`;
  const { items, truncated } = await wholeList(
    run.asking,
    what,
    "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
    { ...run.target, issue_number: number },
  );
  const subject = { subjectType: "issue", number } as const;
  const fresh = readEach(run, what, items, readComment).map(commentEvent);
  const [stored] = await readEvents(run, [subject]);
  const known = new Set(fresh.map(({ id }) => id));
  const kept = stored!.events.filter(({ id }) =>
    truncated || !id.startsWith("comment-") || known.has(id)
  );
  const events = mergeEvents(kept, fresh);
  const fetchedAt = new Date().toISOString();
  const [snapshot] = await run.context.readResources([
    documentName(run, "issueSnapshot", String(number)),
  ]) as ({ title: string; body: string | null } | null)[];
  await run.documents.write([
    ...eventDocuments(run, subject, events, stored!, fetchedAt),
    ...snapshot
      ? await referenceDocuments(run, [{ subject, texts: snapshot, events }], fetchedAt)
      : [],
    ...await subjectStatuses(run, subject, [
      { component: "comments", complete: !truncated, itemCount: fresh.length, error: null },
    ]),
  ]);
}
