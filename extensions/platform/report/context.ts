import type { DataReader } from "../context.ts";

/** What a report is given by its host, as far as the reports of the catalogue use it. */
export interface ReportContext extends DataReader {
  /** As the behavior's file gives them: without defaults, expressions unevaluated, secrets blanked. */
  globalArgs: Record<string, unknown>;
  /** Those of the run that the report is made after; for a later report, what the behavior presets. */
  methodArgs: Record<string, unknown>;
}

/** What a report says: to read, and the same facts as data. */
export interface ReportResult<Json extends object> {
  markdown: string;
  json: Json;
}
