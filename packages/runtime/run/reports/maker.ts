import type { MakeReports } from "../record/after_method.ts";
import type { ReportFlags } from "./select.ts";

export type { ReportFlags };

/** Makes the reports on a run; what that takes is loaded for a behavior that has some. */
export function reportMaker(flags: ReportFlags): MakeReports {
  return async (ended) => {
    const offered = ended.resolved.model.reports ?? [];
    const required = ended.found.definition.reports?.require ?? [];
    if (offered.length === 0 && required.length === 0) return [];
    const { reportsAfter } = await import("./after_method.ts");
    return await reportsAfter(flags)(ended);
  };
}
