import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import { fullName } from "../../../platform/repository_name.ts";
import type { CollectionStatus } from "../../outputs/mirror.ts";
import { readRuns } from "../stored/documents.ts";
import { readSettings } from "../stored/settings.ts";
import { openStored, type Stored } from "../stored/stored.ts";
import { readWorktrees } from "../stored/worktrees.ts";
import { type StatusJson, statusMarkdown } from "./status_markdown.ts";

/** How fresh the mirror is and how its worktrees stand, from stored data alone. */
export async function statusReport(context: ReportContext): Promise<ReportResult<StatusJson>> {
  const generatedAt = new Date().toISOString();
  const broken: BrokenDocument[] = [];
  const { name } = await readSettings(context, broken);
  const facts = name === null ? NOTHING : await factsOf(openStored(context, name, broken));
  const mergedCandidates = facts.worktrees.filter(({ merged }) => merged)
    .map(({ worktreeId }) => worktreeId);
  const json = { generatedAt, repo: name && fullName(name), ...facts, mergedCandidates, broken };
  return { markdown: statusMarkdown(json), json };
}

type StoredFacts = Pick<StatusJson, "state" | "incomplete" | "runs" | "disk" | "worktrees">;

const NOTHING: StoredFacts = { state: null, incomplete: [], runs: [], disk: null, worktrees: [] };

async function factsOf(stored: Stored): Promise<StoredFacts> {
  const state = await stored.one("mirrorState");
  const status = await stored.one("mirrorStatus");
  return {
    state,
    incomplete: await readIncomplete(stored),
    runs: await readRuns(stored),
    disk: status && { ...status.disk, at: status.at },
    worktrees: await readWorktrees(stored),
  };
}

async function readIncomplete(stored: Stored): Promise<CollectionStatus[]> {
  const incomplete: CollectionStatus[] = [];
  for await (const { document } of stored.each("collectionStatus", "repository")) {
    if (!document.complete || document.error !== null) incomplete.push(document);
  }
  return incomplete;
}
