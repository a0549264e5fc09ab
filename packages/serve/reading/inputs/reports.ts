import { z } from "zod";
import { queryField, text, versionField } from "./fields.ts";

const behavior = text.optional().describe("Only reports of this behavior, by name or id");

/** What is asked about reports that were made. */
export const REPORT_INPUTS = {
  "reports.list": { query: z.object({ query: queryField, behavior }) },
  "reports.get": {
    params: z.object({ report: text.describe("The report's name") }),
    query: z.object({ behavior, version: versionField }),
  },
};
