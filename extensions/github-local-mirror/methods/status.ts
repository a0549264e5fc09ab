import type { MethodResult } from "../../platform/context.ts";
import type { BrokenDocument } from "../../platform/report/stored_documents.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { openPlaces } from "../places/mod.ts";
import { namesOf } from "../reports/stored/names.ts";
import { statusOf } from "../standing/status_of.ts";
import type { MirrorContext } from "../context/context.ts";

/** Tells how fresh the mirror is and what it takes on the disk; writes `mirrorStatus`. */
export async function status(_args: object, context: MirrorContext): Promise<MethodResult> {
  const places = await openPlaces(context);
  const broken: BrokenDocument[] = [];
  const document = await statusOf(context, places, broken);
  for (const { name, problem } of broken) {
    const properties = { name: terminalLine(name), problem: terminalLine(problem) };
    context.logger.warn("{name} is damaged and left out: {problem}", properties);
  }
  tell(context, document);
  const name = namesOf(places.name).of("mirrorStatus");
  return { dataHandles: [await context.writeResource("mirrorStatus", name, document)] };
}

function tell({ logger }: MirrorContext, document: Awaited<ReturnType<typeof statusOf>>): void {
  const { lastSyncAt, complete, queueLength, counts, worktrees } = document;
  if (lastSyncAt === null) return logger.warn("Nothing was synced yet: run 'sync'");
  logger.info(
    "{openPrs} open pull requests, {openIssues} open issues, synced at {lastSyncAt}{more}; " +
      "{present} worktrees, {missing} missing, {stale} stale, {merged} merged",
    {
      ...counts,
      ...worktrees,
      lastSyncAt,
      more: complete ? "" : `, not to the end, ${queueLength} left`,
    },
  );
}
