import * as z from "npm:zod@4.6.7";
import type { ReportContext } from "../../../platform/report/context.ts";
import { reportArgument } from "../../../platform/report/argument.ts";
import { type Subject, SUBJECT_TYPES } from "../../../platform/subjects/subject.ts";
import type { Stored } from "../stored/stored.ts";

/** Who chose the subject. */
export type ChosenBy = "arguments" | "selection";

const NUMBER = z.number().int().positive();

/**
 * What the report is about: the subject of the method it is made after, or else what
 * `prepare_review_context` chose last; null when nobody chose anything.
 */
export async function chosenSubject(
  context: ReportContext,
  stored: Stored,
): Promise<{ subject: Subject; chosenBy: ChosenBy } | null> {
  const given = subjectOf(context.methodArgs);
  if (given !== null) return { subject: given, chosenBy: "arguments" };
  const selection = await stored.one("reviewSelection");
  if (selection === null) return null;
  const { subjectType, number } = selection;
  return { subject: { subjectType, number }, chosenBy: "selection" };
}

/** The subject of a method's arguments: `subjectType` and `number`, or `prNumber`. */
function subjectOf(given: Readonly<Record<string, unknown>>): Subject | null {
  const read = <T>(name: string, schema: z.ZodType<T>) =>
    reportArgument<T | null>(given, { name, schema, otherwise: null }, []);
  const prNumber = read("prNumber", NUMBER);
  if (prNumber !== null) return { subjectType: "pr", number: prNumber };
  const subjectType = read("subjectType", z.enum(SUBJECT_TYPES));
  const number = read("number", NUMBER);
  return subjectType === null || number === null ? null : { subjectType, number };
}
