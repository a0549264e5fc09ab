import { LIMITS } from "@svc/core/limit";
import { REPORT_CATEGORY_NAMES } from "@svc/core/report";
import { TEXT } from "@svc/http/input";
import { z } from "zod";

const category = z.enum(REPORT_CATEGORY_NAMES).describe("Why it is reported");

/** A report as whoever made it reads it. */
export const Report = z.object({
  number: z.int(),
  extension: z.string(),
  version: z.string().nullable(),
  category,
  text: z.string(),
  createdAt: z.iso.datetime(),
}).meta({
  id: "Report",
  example: {
    number: 7,
    extension: "@acme/tools",
    version: "2026.11.21.1",
    category: "malware",
    text: "It sends the environment to an address that its README does not name.",
    createdAt: "2026-11-21T09:00:00.000Z",
  },
});

/** A report as the operators read it. */
export const ReportLine = Report.omit({ createdAt: true }).extend({
  reporter: z.string().nullable().describe("Username; null once the account was deleted"),
  reporters: z.int().describe("People with an open report about the same extension"),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  note: z.string().nullable().describe("What the operator answered"),
});

/** A new report. */
export const NewReport = z.strictObject({
  extension: z.string().min(1).max(200).describe("Name of the extension"),
  version: z.string().min(1).max(64).optional().describe(
    "The version that it is about; absent for all",
  ),
  category,
  text: TEXT.min(1, "must not be empty").max(LIMITS.reportCharacters)
    .describe("What is wrong, and how to see it"),
});

export type Report = z.infer<typeof Report>;
export type ReportLine = z.infer<typeof ReportLine>;
export type NewReport = z.infer<typeof NewReport>;
