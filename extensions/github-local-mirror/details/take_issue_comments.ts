import { commentEvent, readComment } from "../../platform/subjects/events.ts";
import { wholeList } from "../asking/pages.ts";
import { mergeEvents } from "../events/merge.ts";
import { eventDocuments, readEvents } from "../events/stored_events.ts";
import { referenceDocuments } from "../references/changed_references.ts";
import { documentName, readEach, type SyncRun } from "../run/sync_run.ts";
import { PAGES_OF_DETAILS } from "./pages_of_details.ts";
import { subjectStatuses } from "./subject_status.ts";

/** Reads all comments of an issue, so that those that were deleted go away. */
export async function takeIssueComments(run: SyncRun, number: number): Promise<void> {
  const what = `the comments of ${run.repo}#${number}`;
  const { items, truncated } = await wholeList(
    run.asking,
    what,
    "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
    { ...run.target, issue_number: number },
    PAGES_OF_DETAILS,
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
