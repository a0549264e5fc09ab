import type { ProvenanceKind, ProvenanceSummary } from "@svc/core/wire";
import type {} from "./tables.ts";

/** Columns of a left join on `provenance.version_id` that {@link summaryOf} reads. */
export const SUMMARY_COLUMNS = [
  "provenance.kind as provenance_kind",
  "provenance.repository as provenance_repository",
  "provenance.workflow as provenance_workflow",
] as const;

/** What lists say of a version's provenance; null when it was published without. */
export function summaryOf(row: {
  provenance_kind: ProvenanceKind | null;
  provenance_repository: string | null;
  provenance_workflow: string | null;
}): ProvenanceSummary | null {
  return row.provenance_kind === null ? null : {
    kind: row.provenance_kind,
    repository: row.provenance_repository,
    workflow: row.provenance_workflow,
  };
}
