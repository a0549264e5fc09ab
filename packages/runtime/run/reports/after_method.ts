import type { ReportOutcome } from "@svc/core/answer";
import { isSvcError } from "@svc/core/error";
import type { EndedMethod, MakeReports } from "../record/after_method.ts";
import { methodOf } from "../admit/method.ts";
import { findReport, type ResolvedReport } from "./find.ts";
import { handlesOf } from "./handle.ts";
import { keepReport, reportDataNames } from "./keep.ts";
import { failedReport, makeReport } from "./make.ts";
import { type ChosenReport, chosenReports, labelsAllow, type ReportFlags } from "./select.ts";
import { aboutType, type ReportSubject } from "./subject.ts";

/** Methods' reports come before those of the whole model. */
const PASSES = ["method", "model"] as const;

/**
 * Makes the reports that belong to a run and keeps them as data (runtime reference 7). One that fails,
 * or that the behavior requires and that cannot run, is an outcome like the others, and the run counts
 * as failed. One that the type merely offers and that cannot run is left out with a warning.
 */
export function reportsAfter(flags: ReportFlags = {}): MakeReports {
  return async (ended) => {
    const { found: { definition }, resolved } = ended;
    const chosen = chosenReports({
      type: resolved.model.reports ?? [],
      definition: definition.reports,
      flags,
    });
    if (chosen.length === 0) return [];
    const subject = await subjectOf(ended);
    const outcomes: ReportOutcome[] = [];
    const reports = await findAll(subject, chosen, outcomes, flags);
    for (const scope of PASSES) {
      for (const report of reports.filter((one) => one.report.scope === scope)) {
        outcomes.push(await makeReport(report, subject));
      }
    }
    for (const outcome of outcomes) {
      for (const name of reportDataNames(outcome.name)) ended.onKept(name);
      const kept = await keepReport(subject, outcome);
      const by = reports.find(({ report }) => report.name === outcome.name);
      ended.onReport(outcome.name, kept, by);
    }
    return outcomes;
  };
}

/** The chosen reports as they are here; what cannot run becomes an outcome or a warning. */
async function findAll(
  subject: ReportSubject,
  chosen: readonly ChosenReport[],
  outcomes: ReportOutcome[],
  flags: ReportFlags,
): Promise<ResolvedReport[]> {
  const reports: ResolvedReport[] = [];
  for (const one of chosen) {
    try {
      const found = await findReport(subject.repository, one.name);
      if (!labelsAllow(one, found.report, flags)) continue;
      if (found.report.scope !== "workflow") reports.push(found);
      else subject.log("warning", `${one.name} reports on workflows, which svc does not run`);
    } catch (error) {
      if (!isSvcError(error)) throw error;
      if (one.required) outcomes.push(failedReport({ ...one, scope: "method" }, error.message));
      else subject.log("warning", `Skipped the report ${one.name}: ${error.message}`);
    }
  }
  return reports;
}

async function subjectOf(ended: EndedMethod): Promise<ReportSubject> {
  const { repository, found, resolved, args, methodName, failure, redactor, log, signal } = ended;
  const owner = { type: found.type, id: found.definition.id };
  const handles = await handlesOf(repository, owner, ended.artifacts);
  return {
    repository,
    found,
    ...aboutType(resolved, methodOf(resolved, methodName)),
    methodName,
    globalArguments: args.shownGlobal,
    methodArguments: redactor.value(args.shownMethod),
    status: failure === undefined ? "succeeded" : "failed",
    errorMessage: failure && redactor.text(failure.message),
    handles,
    redactor,
    log,
    signal,
  };
}
