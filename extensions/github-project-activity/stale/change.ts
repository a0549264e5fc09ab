import type { MethodContext, MethodResult } from "../../platform/context.ts";
import type { BrokenDocument } from "../../platform/report/stored_documents.ts";
import { terminalLine } from "../../platform/terminal.ts";
import type { StaleArguments } from "../context/arguments.ts";
import { type Step, withStep } from "./classification.ts";
import type { Classified } from "./stale_subjects.ts";

/** Lines of the log that tell single subjects; the rest is counted. */
const MOST_LINES = 50;

/** A subject whose classification changes, and the step that is recorded. */
export interface Change extends Classified {
  step: Step;
}

/**
 * Records changes, the longest idle first and no more than `maxCandidates`, or tells them in a dry
 * run, which writes nothing: a plan must not be taken for a classification.
 *
 * @param done what becomes of a subject, for example `classified as stale`
 */
export async function recordChanges(
  changes: readonly Change[],
  { maxCandidates, dryRun }: Pick<StaleArguments, "maxCandidates" | "dryRun">,
  { logger, writeResources }: Pick<MethodContext, "logger" | "writeResources">,
  done: string,
): Promise<MethodResult> {
  const ordered = [...changes].sort(byIdleness);
  const chosen = ordered.slice(0, maxCandidates);
  for (const { subject, snapshot, step } of chosen.slice(0, MOST_LINES)) {
    logger.info("{type} #{number}, {title}: {summary}", {
      ...subject,
      type: subject.subjectType,
      title: terminalLine(snapshot.title),
      summary: step.summary,
    });
  }
  if (chosen.length > MOST_LINES) {
    logger.info("and {more} more", { more: chosen.length - MOST_LINES });
  }
  logger.info(dryRun ? "{count} would be {done}; run again with dryRun=false" : "{count} {done}", {
    count: chosen.length,
    done,
  });
  if (ordered.length > chosen.length) {
    logger.info("{left} more wait for another run: maxCandidates is reached", {
      left: ordered.length - chosen.length,
    });
  }
  if (dryRun || chosen.length === 0) return { dataHandles: [] };
  const dataHandles = await writeResources(
    chosen.map(({ repository, subject, name, document, step }) => ({
      spec: "activityEvent",
      name,
      data: withStep(document, repository, subject, step),
    })),
  );
  return { dataHandles };
}

/** Names documents that could not be used, so that nobody takes their subjects for looked at. */
export function tellBroken(
  broken: readonly BrokenDocument[],
  { logger }: Pick<MethodContext, "logger">,
): void {
  for (const { name, problem } of broken.slice(0, 10)) {
    logger.warn("{name} cannot be read and was left out: {problem}", {
      name: terminalLine(name),
      problem: terminalLine(problem),
    });
  }
  if (broken.length > 10) {
    logger.warn("{more} more documents cannot be read", { more: broken.length - 10 });
  }
}

function byIdleness(one: Change, other: Change): number {
  return Date.parse(one.step.since) - Date.parse(other.step.since) ||
    (one.name < other.name ? -1 : 1);
}
