import * as z from "npm:zod@4.6.7";

/** One file that a search of code found. */
export interface CodeResult {
  repo: string;
  path: string;
  name: string;
  /** Id of the file's content. */
  blobSha: string;
  /** The query that found it, as it was sent. */
  query: string;
  url: string;
  /** ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `codeResult` output. */
export const codeResultSchema: z.ZodType<CodeResult> = z.object({
  repo: z.string().describe("owner/name"),
  path: z.string(),
  name: z.string(),
  blobSha: z.string(),
  query: z.string(),
  url: z.string(),
  fetchedAt: z.string().describe("ISO 8601"),
});
