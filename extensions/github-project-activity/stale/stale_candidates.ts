import * as z from "npm:zod@4.6.7";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import type { BrokenDocument } from "../../platform/report/stored_documents.ts";
import { terminalLine } from "../../platform/terminal.ts";
import { defineMethod } from "../../platform/method.ts";
import type { LedgerContext } from "../context/context.ts";
import { ownRepository } from "../naming/names.ts";
import { subjectEvents } from "../stored/subject_events.ts";
import {
  CLASSIFIED,
  CLEARED,
  currentClassification,
  type Step,
  withStep,
} from "./classification.ts";
import { idleDays, isIdle, lastActivity } from "./last_activity.ts";
import { type Classified, classifiedSubjects } from "./stale_subjects.ts";

/** What both methods take, with what is said of `maxCandidates`. */
const staleArguments = (maxCandidates: string) =>
  z.object({
    includePrs: z.boolean().default(true).describe("Include pull requests"),
    includeIssues: z.boolean().default(true).describe("Include issues"),
    staleLabel: z.string().min(1).max(100).default("Stale").describe(
      "Label of stale pull requests and issues",
    ),
    maxCandidates: z.number().int().min(1).max(10_000).optional().describe(maxCandidates),
    dryRun: z.boolean().default(false).describe("Only show what would be recorded"),
  });

/**
 * Records which open pull requests and issues no person has been active on for
 * `staleInactivityDays`, as far as the stored data tells. One that is classified already stays as it
 * is. Nothing is requested of GitHub and no label is changed there.
 */
export const classifyStaleCandidates = defineMethod({
  description: "Record which stored pull requests and issues are stale; changes nothing on GitHub",
  kind: "action",
  arguments: staleArguments("Maximum number of candidates, the longest idle first"),
  async execute(args, context: LedgerContext, now: Date = new Date()) {
    const days = context.globalArgs.staleInactivityDays;
    return await recordChanged(args, context, now, {
      type: CLASSIFIED,
      done: "classified as",
      isPossible: (one) => mayBeStale(one, args.staleLabel, days, now),
      summaryOf: (_, since) =>
        isIdle(since, days, now)
          ? `No human activity for ${idleDays(since, now)} days, since ${since}`
          : undefined,
    });
  },
});

/** Whether it is open, not classified, and old enough, before its events are read. */
function mayBeStale(
  { snapshot, document }: Classified,
  staleLabel: string,
  days: number,
  now: Date,
): boolean {
  return snapshot.state === "open" && currentClassification(document, staleLabel) === undefined &&
    isIdle(snapshot.createdAt, days, now) && isIdle(snapshot.lastConversationAt, days, now);
}

/**
 * Records which classified pull requests and issues are stale no longer: a person was active on them
 * after what the classification knew of, they are not open any more, or `staleInactivityDays` was
 * raised. Nothing is requested of GitHub and no label is changed there.
 */
export const clearStaleCandidates = defineMethod({
  description: "Record which of them are no longer stale; changes nothing on GitHub",
  kind: "action",
  arguments: staleArguments("Maximum number of candidates"),
  async execute(args, context: LedgerContext, now: Date = new Date()) {
    const days = context.globalArgs.staleInactivityDays;
    const classified = ({ document }: Classified) =>
      currentClassification(document, args.staleLabel);
    return await recordChanged(args, context, now, {
      type: CLEARED,
      done: "cleared of",
      isPossible: (one) => classified(one) !== undefined,
      summaryOf: (one, since) => {
        const known = classified(one)!.since ?? since;
        return whyCleared(one.snapshot.state, since, known, { days, now });
      },
    });
  },
});

/** Why it is stale no longer; undefined when it still is. */
function whyCleared(
  state: string,
  since: string,
  known: string,
  { days, now }: { days: number; now: Date },
): string | undefined {
  if (state !== "open") return `It is ${state}`;
  if (Date.parse(since) > Date.parse(known)) return `There was human activity at ${since}`;
  return isIdle(since, days, now) ? undefined : `It has not been idle for ${days} days yet`;
}

/** What a method looks for. */
interface Judge {
  type: Step["type"];
  /** What becomes of a subject, before the label: `classified as`. */
  done: string;
  /** Whether a subject can change, before its events are read. */
  isPossible(one: Classified): boolean;
  /** Why it changes; undefined when it does not. @param since the last activity */
  summaryOf(one: Classified, since: string): string | undefined;
}

/** Looks at the stored subjects, and records those that change. */
async function recordChanged(
  args: z.infer<ReturnType<typeof staleArguments>>,
  context: LedgerContext,
  at: Date,
  { type, done, isPossible, summaryOf }: Judge,
): Promise<MethodResult> {
  const { staleLabel } = args;
  const broken: BrokenDocument[] = [];
  const chosen = { ...args, repository: ownRepository(context.globalArgs), broken };
  const changes: Change[] = [];
  for await (const some of classifiedSubjects(context, chosen)) {
    const possible = some.filter(isPossible);
    const stored = await subjectEvents(context, possible, broken);
    for (const [index, one] of possible.entries()) {
      const since = lastActivity(one.snapshot, stored[index]!, staleLabel);
      const summary = summaryOf(one, since);
      if (summary === undefined) continue;
      changes.push({ ...one, step: { type, staleLabel, since, summary, at } });
    }
  }
  tellBroken(broken, context);
  return await recordChanges(changes, args, context, `${done} ${staleLabel}`);
}

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
async function recordChanges(
  changes: readonly Change[],
  { maxCandidates, dryRun }: { maxCandidates?: number | undefined; dryRun: boolean },
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
    logger.info("{left} more are left for another run: maxCandidates was reached", {
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
function tellBroken(
  broken: readonly BrokenDocument[],
  { logger }: Pick<MethodContext, "logger">,
): void {
  for (const { name, problem } of broken.slice(0, 10)) {
    logger.warn("Skipped {name}, which cannot be read: {problem}", {
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
