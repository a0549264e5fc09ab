import { PlatformFailure } from "../../platform/failure.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { SubjectReading } from "../documents/subject_reading.ts";
import type { LedgerRun } from "./run.ts";

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
