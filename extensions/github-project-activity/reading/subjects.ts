import type { Document } from "../../platform/documents/document_writer.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { failIfAny, fanOut, type FanOutResult, stopsAll } from "../../platform/fan_out.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { Component, SubjectReading } from "../documents/subject_reading.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import type { Batch, LedgerRun, Patch } from "./run.ts";

/** Subjects read at once, and those whose documents are written together. */
const CONCURRENCY = 4;
const TOGETHER = 20;

/** The outcome of the subjects of a reading. */
export type Outcomes = FanOutResult<Subject, Batch>[];

/** What reading one subject gives: what could be read, and why the rest could not. */
export interface SubjectResult {
  batch: Batch;
  failure: PlatformFailure | undefined;
}

/**
 * Reads subjects, {@link TOGETHER} at a time, and adds their state to `outcomes`. One that
 * fails does not stop the others, unless they would all fail; then it ends early.
 */
export async function* readSubjects<Item extends Subject>(
  run: LedgerRun,
  items: readonly Item[],
  read: (item: Item) => Promise<SubjectResult>,
  outcomes: Outcomes,
): AsyncGenerator<Batch, boolean, void> {
  for (let from = 0; from < items.length; from += TOGETHER) {
    const group = items.slice(from, from + TOGETHER);
    const results = await fanOut(group, { concurrency: CONCURRENCY, signal: run.signal }, read);
    yield joined(results.flatMap(({ value }) => value === undefined ? [] : [value.batch]));
    for (const { item, value, failure } of results) {
      const why = failure ?? value?.failure;
      outcomes.push(
        why === undefined
          ? { item, value: value!.batch, failure: undefined }
          : { item, value: undefined, failure: why },
      );
    }
    if (results.some(({ failure }) => failure !== undefined && stopsAll(failure))) return false;
  }
  return true;
}

/** Fails when a subject could not be read, naming it. */
export function failIfAnySubject(outcomes: Outcomes): void {
  failIfAny(outcomes, ({ number }) => `#${number}`);
}

function joined(batches: readonly Batch[]): Batch {
  return {
    subjects: batches.flatMap(({ subjects }) => subjects ?? []),
    patches: batches.flatMap(({ patches }) => patches ?? []),
    documents: batches.flatMap(({ documents }) => documents ?? []),
  };
}

/** The first of the subjects that are stored as open and have gone from the lists. */
export function firstOf({ logger }: LedgerRun, numbers: number[], most: number): number[] {
  if (numbers.length > most) {
    logger.info("{count} more are no longer listed as open; the next run asks for them", {
      count: numbers.length - most,
    });
  }
  return numbers.slice(0, most);
}

/** The parts of one subject as they are read, and the failures of those that could not be. */
export interface Parts {
  read: Component[];
  events: LedgerEvent[];
  documents: Document[];
  patches: Patch[];
  /** Keeps a list that was read to its end. */
  add(component: Component, events: readonly LedgerEvent[]): void;
  /** What a part gives; undefined when it failed. What fails everything is thrown on. */
  attempt<Value>(part: () => Promise<Value>): Promise<Value | undefined>;
  /** The failure of the parts together; undefined when there is none. */
  failure(what: string): PlatformFailure | undefined;
}

/** No part yet. */
export function partsOf(): Parts {
  const failures: PlatformFailure[] = [];
  const read: Component[] = [];
  const events: LedgerEvent[] = [];
  return {
    read,
    events,
    documents: [],
    patches: [],
    add(component, more) {
      read.push(component);
      events.push(...more);
    },
    async attempt(part) {
      try {
        return await part();
      } catch (error) {
        if (!(error instanceof PlatformFailure) || stopsAll(error)) throw error;
        failures.push(error);
        return undefined;
      }
    },
    failure(what) {
      const [first] = failures;
      if (first === undefined || failures.length === 1) return first;
      return new PlatformFailure(first.code, {
        what,
        status: first.status,
        until: first.until,
        reason: `${failures.length} parts could not be read`,
        hint: failures.map(({ message }) => message).join("; "),
      });
    },
  };
}

/** True for the answer of a list that is switched off in the repository's settings. */
export function isSwitchedOff(error: unknown): boolean {
  return error instanceof PlatformFailure && error.code === "gone";
}

/** What is read of a subject that GitHub has no longer. */
export function goneSubject(
  { input }: LedgerRun,
  { subjectType, number }: Subject,
  transferredTo: string | null = null,
): SubjectReading {
  return {
    subjectType,
    number,
    snapshot: null,
    goneAt: input.now,
    transferredTo,
    read: [],
    events: [],
  };
}
