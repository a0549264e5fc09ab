import * as z from "npm:zod@4.6.7";
import { outcomeSchema } from "../platform/outcome.ts";

/** Who may see a repository; `internal` is for organisations of an enterprise. */
export const VISIBILITIES = ["private", "public", "internal"] as const;

/** A word of {@link VISIBILITIES}. */
export type Visibility = typeof VISIBILITIES[number];

/** What an existing repository has otherwise than asked for. It is reported, never changed. */
const DRIFT_FIELDS = ["fullName", "description", "visibility"] as const;

/** Schema of the `repo` output. */
export const ensuredRepoSchema = z.object({
  fullName: z.string().describe("owner/name, as it is now"),
  outcome: outcomeSchema,
  visibility: z.enum(VISIBILITIES),
  url: z.string(),
  drift: z.array(z.object({
    field: z.enum(DRIFT_FIELDS),
    wanted: z.string(),
    found: z.string(),
  })).describe("Differences from the request; reported, never changed"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The outcome of the repository. */
export type EnsuredRepo = z.infer<typeof ensuredRepoSchema>;

/** One difference. */
export type Drift = EnsuredRepo["drift"][number];
