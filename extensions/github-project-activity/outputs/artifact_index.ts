import * as z from "npm:zod@4.6.7";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";

/** Bytes of one artifact at most. */
export const MOST_ARTIFACT_BYTES = 5_000_000;

/** Schema of the `artifactIndex` output. */
export const artifactIndexSchema = z.strictObject({
  /** owner/name; null for an artifact of a ledger without a repository. */
  repo: z.string().nullable(),
  /** As it was given. */
  name: z.string(),
  file: z.string().describe("Name of the file output that holds it"),
  contentType: z.string(),
  bytes: z.number().int(),
  /** SHA-256 of the content, hex. */
  sha256: z.string(),
  subjectType: z.enum(SUBJECT_TYPES).nullable(),
  number: z.number().int().nullable(),
  description: z.string().nullable(),
  fetchedAt: z.string(),
});

/** What an artifact is and where it is stored. */
export type ArtifactIndex = z.infer<typeof artifactIndexSchema>;
