import type { DataReader } from "../../../platform/context.ts";
import { type BrokenDocument, storedDocuments } from "../../../platform/report/stored_documents.ts";
import { type SyncRunSummary, syncRunSummarySchema } from "../../outputs/sync_run_summary.ts";
import type { Names } from "./names.ts";

/** Syncs that the report shows. */
const SHOWN = 10;

/** The last ten syncs, newest first. */
export async function readRuns(
  reader: DataReader,
  names: Names,
  broken: BrokenDocument[],
): Promise<SyncRunSummary[]> {
  let newest: SyncRunSummary[] = [];
  const reading = {
    spec: "syncRunSummary",
    schema: syncRunSummarySchema,
    prefix: names.prefix("syncRunSummary"),
    broken,
  };
  for await (const { document } of storedDocuments(reader, reading)) {
    newest.push(document);
    if (newest.length > SHOWN * 10) newest = newestOf(newest);
  }
  return newestOf(newest);
}

function newestOf(runs: SyncRunSummary[]): SyncRunSummary[] {
  return runs.sort((one, other) => one.startedAt < other.startedAt ? 1 : -1).slice(0, SHOWN);
}
