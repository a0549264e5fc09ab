import * as z from "npm:zod@4.6.7";
import type { BrokenDocument } from "../../platform/report/stored_documents.ts";
import { fullName } from "../../platform/repository_name.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { defineMethod } from "../../platform/method.ts";
import type { MirrorContext } from "../context/context.ts";
import type { MirrorStatus } from "../outputs/mirror.ts";
import { type Locations, openLocations } from "../locations/mod.ts";
import { openStored } from "../reports/stored/stored.ts";
import { readWorktrees, type WorktreeLine } from "../reports/stored/worktrees.ts";
import { diskUse } from "../status/disk_use.ts";

/** Tells how fresh the mirror is and what it takes on the disk; writes `mirrorStatus`. */
export const status = defineMethod({
  description: "Show how fresh the mirror is and its disk usage",
  kind: "read",
  arguments: z.object({}),
  async execute(_args, context: MirrorContext) {
    const places = await openLocations(context);
    const broken: BrokenDocument[] = [];
    const document = await statusOf(context, places, broken);
    for (const { name, problem } of broken) {
      const properties = { name: terminalLine(name), problem: terminalLine(problem) };
      context.logger.warn("Skipped {name}, which is damaged: {problem}", properties);
    }
    tell(context, document);
    const name = openStored(context, places.name).names.of("mirrorStatus");
    return { dataHandles: [await context.writeResource("mirrorStatus", name, document)] };
  },
});

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

/** How the mirror stands: what the last sync left, and what is on the disk now. */
export async function statusOf(
  context: Pick<MirrorContext, "readResources" | "listResources" | "signal">,
  places: Locations,
  broken: BrokenDocument[],
): Promise<MirrorStatus> {
  const stored = openStored(context, places.name, broken);
  const state = await stored.one("mirrorState");
  const { signal } = context;
  return {
    repo: fullName(places.name),
    lastSyncAt: state?.lastSyncAt ?? null,
    lastCompleteAt: state?.lastCompleteAt ?? null,
    complete: state?.complete ?? false,
    queueLength: state?.queueLength ?? 0,
    resumeAt: state?.resumeAt ?? null,
    counts: state?.counts ?? { openPrs: 0, prs: 0, openIssues: 0, issues: 0 },
    disk: {
      objects: await diskUse(places.objects, signal),
      worktrees: await diskUse(places.workspaces, signal),
      artifacts: await diskUse(places.artifacts, signal),
    },
    worktrees: await worktreesByState(await readWorktrees(stored), places),
    at: new Date().toISOString(),
  };
}

/** A worktree is there or missing; besides it may be stale, or its pull request merged. */
async function worktreesByState(
  lines: readonly WorktreeLine[],
  { workspaces }: Locations,
): Promise<MirrorStatus["worktrees"]> {
  let present = 0;
  for (const { worktreeId } of lines) if (await isFolder(`${workspaces}/${worktreeId}`)) present++;
  return {
    present,
    missing: lines.length - present,
    stale: lines.filter(({ stale }) => stale === true).length,
    merged: lines.filter(({ merged }) => merged).length,
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.lstat(path)).isDirectory;
  } catch {
    // What cannot be looked at is not there for the mirror either.
    return false;
  }
}
