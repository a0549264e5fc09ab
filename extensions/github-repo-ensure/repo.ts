import * as z from "npm:zod@4.6.7";
import { type Outcome, outcomeSchema } from "../platform/outcome.ts";

/** Who may see a repository; `internal` is for organisations of an enterprise. */
export const VISIBILITIES = ["private", "public", "internal"] as const;

/** A word of {@link VISIBILITIES}. */
export type Visibility = typeof VISIBILITIES[number];

/** What an existing repository has otherwise than asked for. It is reported, never changed. */
const DRIFT_FIELDS = ["fullName", "description", "visibility"] as const;

/** One difference. */
export interface Drift {
  field: typeof DRIFT_FIELDS[number];
  wanted: string;
  found: string;
}

/** The outcome of the repository. */
export interface EnsuredRepo {
  /** `owner/name`, as it is now. */
  fullName: string;
  outcome: Outcome;
  visibility: Visibility;
  url: string;
  drift: Drift[];
  fetchedAt: string;
}

/** Schema of the `repo` output. */
export const ensuredRepoSchema: z.ZodType<EnsuredRepo> = z.object({
  fullName: z.string().describe("owner/name, as it is now"),
  outcome: outcomeSchema,
  visibility: z.enum(VISIBILITIES),
  url: z.string(),
  drift: z.array(z.object({
    field: z.enum(DRIFT_FIELDS),
    wanted: z.string(),
    found: z.string(),
  })).describe("What differs from what was asked for; never changed"),
  fetchedAt: z.string().describe("ISO 8601"),
});
