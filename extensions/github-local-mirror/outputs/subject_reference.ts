import * as z from "npm:zod@4.6.7";
import {
  type Reference,
  type Relationship,
  RELATIONSHIPS,
} from "../../platform/subjects/references.ts";
import { type Subject, subjectFields } from "../../platform/subjects/subject.ts";

/**
 * What one subject refers to, each target once, by its strongest relationship, and who refers to it.
 */
export interface SubjectReference extends Subject {
  repo: string;
  references: Reference[];
  /** Who of the same repository refers to it, by number; absent when nobody does. */
  referencedBy?: ReferencedBy[];
  fetchedAt: string;
}

/** A subject that refers to another one. */
export interface ReferencedBy extends Subject {
  relationship: Relationship;
}

/** Schema of the `subjectReference` output. */
export const subjectReferenceSchema: z.ZodType<SubjectReference> = z.strictObject({
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
