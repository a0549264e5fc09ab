import { PlatformFailure } from "../../platform/failure.ts";
import type { Subject, SubjectType } from "../../platform/subjects/subject.ts";

/** A subject as arguments give it: both or neither. */
interface GivenSubject {
  subjectType?: SubjectType | undefined;
  subjectNumber?: number | undefined;
}

/**
 * The pull request or issue that something recorded is about; null when it is about none.
 *
 * @param what what is recorded, for the refusal
 * @throws PlatformFailure `refused` when only its type or only its number is given.
 */
export function givenSubject(
  { subjectType, subjectNumber }: GivenSubject,
  what: string,
): Subject | null {
  if (subjectType === undefined && subjectNumber === undefined) return null;
  if (subjectType !== undefined && subjectNumber !== undefined) {
    return { subjectType, number: subjectNumber };
  }
  const [given, missing] = subjectType === undefined
    ? ["subjectNumber", "subjectType"]
    : ["subjectType", "subjectNumber"];
  throw new PlatformFailure("refused", {
    what,
    reason: `${given} is given without ${missing}`,
    hint: "Give both, or neither",
  });
}
