import { z } from "zod";
import { TimeField } from "./value.ts";

/** One line of `svc report list` (runtime reference 7). */
export const StoredReport = z.object({
  reportName: z.string(),
  reportScope: z.string(),
  modelName: z.string(),
  modelType: z.string(),
  version: z.number(),
  createdAt: TimeField,
  dataName: z.string().describe("Name of the data that holds it"),
});
export type StoredReport = z.output<typeof StoredReport>;

/** Answer to `svc report list`, newest first. */
export const ReportList = z.object({ query: z.string(), results: z.array(StoredReport) });
export type ReportList = z.output<typeof ReportList>;

/** Answer to `svc report get`: its Markdown and its JSON. */
export const ReportContent = StoredReport.extend({ markdown: z.string(), json: z.unknown() });
export type ReportContent = z.output<typeof ReportContent>;
