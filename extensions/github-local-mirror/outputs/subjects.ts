import * as z from "npm:zod@4.6.7";
import { checkSchema } from "../../platform/checks.ts";
import { subjectEventSchema } from "../../platform/subjects/event.ts";
import { RELATIONSHIPS } from "../../platform/subjects/references.ts";
import { subjectFields } from "../../platform/subjects/subject.ts";

/** Schema of the `subjectReference` output. */
export const subjectReferenceSchema = z.strictObject({
  repo: z.string(),
  ...subjectFields,
  references: z.array(z.strictObject({
    target: z.string().describe("owner/name#number"),
    relationship: z.enum(RELATIONSHIPS),
    external: z.boolean().describe("In another repository"),
  })),
  referencedBy: z.array(z.strictObject({
    ...subjectFields,
    relationship: z.enum(RELATIONSHIPS),
  })).exactOptional().describe("Who refers to it, the newest 1,000"),
  fetchedAt: z.string(),
});

/**
 * What one subject refers to, each target once, by its strongest relationship, and who refers to it.
 */
export type SubjectReference = z.infer<typeof subjectReferenceSchema>;

/** Schema of the `activityEvent` output. */
export const activityEventSchema = z.strictObject({
  repo: z.string(),
  ...subjectFields,
  /** Counted from 1; a part that is full is followed by the next. */
  part: z.number().int(),
  /** How many parts there are; the second is named `…~pr-12~2`. */
  parts: z.number().int(),
  events: z.array(subjectEventSchema),
  fetchedAt: z.string(),
});

/** What happened on one subject, oldest first; up to 500 events or 1 MB a part. */
export type ActivityEvent = z.infer<typeof activityEventSchema>;

/** Schema of the `checkRunSnapshot` output. */
export const checkRunSnapshotSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  checks: z.array(checkSchema),
  truncated: z.boolean(),
  fetchedAt: z.string(),
});

/** The checks of one head: check runs and commit statuses. */
export type CheckRunSnapshot = z.infer<typeof checkRunSnapshotSchema>;
