import * as z from "npm:zod@4.6.7";

/** Schema of the `codeResult` output. */
export const codeResultSchema = z.object({
  repo: z.string().describe("owner/name"),
  path: z.string(),
  name: z.string(),
  /** Id of the file's content. */
  blobSha: z.string(),
  /** The query that found it, as it was sent. */
  query: z.string(),
  url: z.string(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One file that a search of code found. */
export type CodeResult = z.infer<typeof codeResultSchema>;
