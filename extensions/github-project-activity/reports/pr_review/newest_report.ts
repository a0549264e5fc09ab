import type { DataReader } from "../../../platform/context.ts";
import { resourcePages } from "../../../platform/documents/resource_pages.ts";
import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";
import { documentName } from "../../naming/document_name.ts";
import { type PrReport, prReportSchema } from "../../outputs/pr_report.ts";

/** Pages read at a time: each can be a megabyte. */
const PAGE = 10;

/** Which page is wanted. */
export interface WantedReport {
  repository: RepositoryName;
  /** Undefined for that of any pull request. */
  number: number | undefined;
  includePrivate: boolean;
  broken: BrokenDocument[];
}

/** The page that was made last and may be shown; null when there is none. */
export async function newestReport(
  reader: DataReader,
  { repository, number, includePrivate, broken }: WantedReport,
): Promise<{ name: string; report: PrReport } | null> {
  const prefix = `${documentName("prreport", repository)}~`;
  let newest: { name: string; report: PrReport } | null = null;
  for await (const page of resourcePages(reader, "prReport", { prefix, limit: PAGE })) {
    for (const { name, attributes } of page) {
      // Not even its name may be told of a page with private events.
      if (!includePrivate && attributes.includePrivate !== false) continue;
      const { success, data: report, error } = prReportSchema.safeParse(attributes);
      if (!success) {
        broken.push({ name, problem: error.issues[0]!.message });
        continue;
      }
      const wanted = number === undefined || report.number === number;
      if (!wanted || (newest !== null && !isNewer(report, newest.report))) continue;
      newest = { name, report };
    }
  }
  return newest;
}

function isNewer(one: PrReport, other: PrReport): boolean {
  return Date.parse(one.generatedAt) > Date.parse(other.generatedAt);
}
