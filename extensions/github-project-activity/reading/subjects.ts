import type { PlatformFailure } from "../../platform/failure.ts";
import { failIfAny, fanOut, type FanOutResult, stopsAll } from "../../platform/fan_out.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { Batch, LedgerRun } from "./run.ts";

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
