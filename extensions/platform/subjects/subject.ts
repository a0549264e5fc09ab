import * as z from "npm:zod@4.6.7";

/** What people discuss in a repository. */
export const SUBJECT_TYPES = ["pr", "issue"] as const;

/** A kind of {@link SUBJECT_TYPES}. */
export type SubjectType = typeof SUBJECT_TYPES[number];

/** Fields of the schema of a {@link Subject}. */
export const subjectFields = {
  subjectType: z.enum(SUBJECT_TYPES),
  number: z.number().int().positive(),
};

const subject = z.object(subjectFields);

/** One pull request or issue of a repository. */
export type Subject = z.infer<typeof subject>;

/** A subject as a part of a resource's name: `pr-12`, `issue-7`. */
export function subjectPart({ subjectType, number }: Subject): string {
  return `${subjectType}-${number}`;
}
