import * as z from "npm:zod@4.6.7";
import { SUBJECT_TYPES, type SubjectType } from "../../platform/subjects/subject.ts";

/** Bytes of one artifact at most. */
export const MOST_ARTIFACT_BYTES = 5_000_000;

/** What an artifact is and where it lies. */
export interface ArtifactIndex {
  /** owner/name; null for an artifact of a ledger without a repository. */
  repo: string | null;
  /** As it was given. */
  name: string;
  /** Name of the file output that holds it. */
  file: string;
  contentType: string;
  bytes: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
  subjectType: SubjectType | null;
  number: number | null;
  description: string | null;
  fetchedAt: string;
}

/** Schema of the `artifactIndex` output. */
export const artifactIndexSchema: z.ZodType<ArtifactIndex> = z.strictObject({
  repo: z.string().nullable(),
  name: z.string(),
  file: z.string().describe("Name of the file output that holds it"),
  contentType: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  subjectType: z.enum(SUBJECT_TYPES).nullable(),
  number: z.number().int().nullable(),
  description: z.string().nullable(),
  fetchedAt: z.string(),
});
