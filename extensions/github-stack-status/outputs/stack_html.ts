import * as z from "npm:zod@4.6.7";

/** Schema of the `stackHtml` output. */
export const stackHtmlSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  /** In the page's order. */
  numbers: z.array(z.number().int()),
  html: z.string().describe("One file that loads nothing and has no script"),
  bytes: z.number().int(),
  outFile: z.string().nullable().describe("Path of the file that the page was written to, if any"),
  renderedAt: z.string().describe("ISO 8601"),
});

/** The page of a stack. */
export type StackHtml = z.infer<typeof stackHtmlSchema>;
