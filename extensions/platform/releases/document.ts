import * as z from "npm:zod@4.6.7";
import { failureRecordSchema, outcomeSchema } from "../outcome.ts";

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

const release = z.object(releaseFields);

/** The outcome of the release of one tag. */
export type ReleaseDocument = z.infer<typeof release>;
