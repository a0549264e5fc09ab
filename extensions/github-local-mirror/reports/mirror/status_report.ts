import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import {
  type BrokenDocument,
  readDocuments,
  storedDocuments,
} from "../../../platform/report/stored_documents.ts";
import { fullName } from "../../../platform/repository_name.ts";
import {
  type CollectionStatus,
  collectionStatusSchema,
  mirrorStateSchema,
  mirrorStatusSchema,
} from "../../outputs/mirror.ts";
import { type Names, namesOf } from "../stored/names.ts";
import { readRuns } from "../stored/documents.ts";
import { readSettings } from "../stored/settings.ts";
import { readWorktrees } from "../stored/worktrees.ts";
import { type StatusJson, statusMarkdown } from "./status_markdown.ts";

/** How fresh the mirror is and how its worktrees stand, from stored data alone. */
export async function statusReport(context: ReportContext): Promise<ReportResult<StatusJson>> {
  const generatedAt = new Date().toISOString();
  const broken: BrokenDocument[] = [];
  const { name } = await readSettings(context, broken);
  const facts = name === null ? NOTHING : await factsOf(context, namesOf(name), broken);
  const mergedCandidates = facts.worktrees.filter(({ merged }) => merged)
    .map(({ worktreeId }) => worktreeId);
  const json = { generatedAt, repo: name && fullName(name), ...facts, mergedCandidates, broken };
  return { markdown: statusMarkdown(json), json };
}

type StoredFacts = Pick<StatusJson, "state" | "incomplete" | "runs" | "disk" | "worktrees">;

const NOTHING: StoredFacts = { state: null, incomplete: [], runs: [], disk: null, worktrees: [] };

async function factsOf(
  context: ReportContext,
  names: Names,
  broken: BrokenDocument[],
): Promise<StoredFacts> {
  const [state = null] = await readDocuments(context, [names.of("mirrorState")], {
    schema: mirrorStateSchema,
    broken,
  });
  const [status = null] = await readDocuments(context, [names.of("mirrorStatus")], {
    schema: mirrorStatusSchema,
    broken,
  });
  return {
    state,
    incomplete: await readIncomplete(context, names, broken),
    runs: await readRuns(context, names, broken),
    disk: status && { ...status.disk, at: status.at },
    worktrees: await readWorktrees(context, names, broken),
  };
}

async function readIncomplete(
  context: ReportContext,
  names: Names,
  broken: BrokenDocument[],
): Promise<CollectionStatus[]> {
  const reading = {
    spec: "collectionStatus",
    schema: collectionStatusSchema,
    prefix: names.prefix("collectionStatus", "repository"),
    broken,
  };
  const incomplete: CollectionStatus[] = [];
  for await (const { document } of storedDocuments(context, reading)) {
    if (!document.complete || document.error !== null) incomplete.push(document);
  }
  return incomplete;
}
