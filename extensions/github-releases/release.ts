import { z } from "npm:zod@4.6.7";
import {
  type FailureRecord,
  failureRecordSchema,
  type Outcome,
  outcomeSchema,
} from "../platform/outcome.ts";

/** The `release` output: what became of one release that was to be created. */
export interface ReleaseDocument {
  repo: string;
  tag: string;
  releaseId: number | null;
  url: string | null;
  draft: boolean;
  prerelease: boolean;
  tagExisted: boolean;
  targetSha: string | null;
  outcome: Outcome;
  error: FailureRecord | null;
  fetchedAt: string;
}

/** Schema of the `release` output. */
export const releaseSchema: z.ZodType<ReleaseDocument> = z.object({
  repo: z.string().describe("owner/name"),
  tag: z.string(),
  releaseId: z.number().int().nullable().describe("Null when there is none"),
  url: z.string().nullable(),
  draft: z.boolean().describe("True when the release that exists is only a draft"),
  prerelease: z.boolean(),
  tagExisted: z.boolean().describe("True when the tag was there before this run"),
  targetSha: z.string().nullable().describe("The commit that the tag stands for"),
  outcome: outcomeSchema,
  error: failureRecordSchema.nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});
