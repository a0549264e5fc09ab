import * as z from "npm:zod@4.6.7";
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
