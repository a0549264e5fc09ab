import * as z from "npm:zod@4.6.7";

/** Schema of one target. */
export const targetSchema = z.strictObject({
  repo: z.string().min(3).max(140).describe("Repository as owner/name"),
  ref: z.string().min(1).max(255).optional().describe(
    "Branch, tag or commit (default: the default branch)",
  ),
  srcPath: z.string().min(1).max(1024).describe("Path in the repository"),
  destPath: z.string().min(1).max(1024).describe(
    "Local path, absolute or relative to the svc repository",
  ),
  label: z.string().max(200).optional().describe("Display name"),
});

/** A file to follow: where it lies upstream and where it goes. */
export type Target = z.infer<typeof targetSchema>;

/** Targets one behavior may have. */
export const MOST_TARGETS = 500;
