import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import { isGone } from "../../platform/gone.ts";
import { readIssue } from "../../platform/subjects/from_issue.ts";
import { noteOpen } from "../run/open_numbers.ts";
import { documentName, reasonOf, type SyncRun } from "../run/sync_run.ts";
import { noteUnsettled } from "./checks.ts";
import { forgetReading } from "./too_soon.ts";

/**
 * Looks whether a subject is still there. What the platform has no more becomes `deleted`; an issue
 * that it leads elsewhere for names its new address.
 *
 * @returns the answer when it is still there
 */
export async function askPresence(run: SyncRun, number: number): Promise<unknown | null> {
  const what = `${run.repo}#${number}`;
  let data: unknown;
  try {
    const route = "GET /repos/{owner}/{repo}/issues/{issue_number}";
    ({ data } = await run.asking.get(what, route, { ...run.target, issue_number: number }));
  } catch (error) {
    // Also what became a discussion, or was moved away.
    if (!isGone(error)) throw error;
    await markGone(run, number, null);
    return null;
  }
  const elsewhere = addressElsewhere(run, data, number, what);
  if (elsewhere === null) return data;
  await markGone(run, number, elsewhere);
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
function addressElsewhere(
  run: SyncRun,
  data: unknown,
  number: number,
  what: string,
): string | null {
  try {
    const { html_url: url, number: found } = readIssue(data);
    const own = `/${run.target.owner}/${run.target.repo}/`.toLowerCase();
    return found === number && url.toLowerCase().includes(own) ? null : url;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new PlatformFailure("unavailable", { what, reason: reasonOf(error) });
  }
}
