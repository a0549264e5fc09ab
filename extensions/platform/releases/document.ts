import * as z from "npm:zod@4.6.7";
import {
  type FailureRecord,
  failureRecordSchema,
  type Outcome,
  outcomeSchema,
} from "../outcome.ts";

/** The outcome of the release of one tag. */
export interface ReleaseDocument {
  repo: string;
  tag: string;
  /** Null while there is none. */
  releaseId: number | null;
  url: string | null;
  draft: boolean;
  prerelease: boolean;
  /** True when the tag was there before the release. */
  tagExisted: boolean;
  /** Commit that the tag names, or that a new tag is put on; null for a draft without a tag. */
  targetSha: string | null;
  outcome: Outcome;
  error: FailureRecord | null;
  fetchedAt: string;
}

/** Fields of a `release` output, for the schemas of the extensions that write one. */
export const releaseFields = {
  repo: z.string().describe("owner/name"),
  tag: z.string(),
  releaseId: z.number().int().nullable().describe("Null while there is none"),
  url: z.string().nullable(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  tagExisted: z.boolean().describe("True when the tag was there before the release"),
  targetSha: z.string().nullable().describe(
    "Commit that the tag names, or that a new tag is put on; null for a draft without a tag",
  ),
  outcome: outcomeSchema,
  error: failureRecordSchema.nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
};
