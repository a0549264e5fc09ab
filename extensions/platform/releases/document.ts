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
  tagExisted: z.boolean().describe("True when the tag existed before the release"),
  targetSha: z.string().nullable().describe(
    "Commit of the tag; null for a draft without a tag",
  ),
  outcome: outcomeSchema,
  error: failureRecordSchema.nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
};

const release = z.object(releaseFields);

/** The outcome of the release of one tag. */
export type ReleaseDocument = z.infer<typeof release>;
