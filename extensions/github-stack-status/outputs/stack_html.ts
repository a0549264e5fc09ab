import * as z from "npm:zod@4.6.7";

/** The page of a stack. */
export interface StackHtml {
  /** owner/name */
  repo: string;
  /** In the page's order. */
  numbers: number[];
  /** One file that loads nothing and runs nothing. */
  html: string;
  bytes: number;
  /** Where the page was written to, when it was. */
  outFile: string | null;
  /** ISO 8601. */
  renderedAt: string;
}

/** Schema of the `stackHtml` output. */
export const stackHtmlSchema: z.ZodType<StackHtml> = z.strictObject({
  repo: z.string().describe("owner/name"),
  numbers: z.array(z.number().int()),
  html: z.string().describe("One file that loads nothing and runs nothing"),
  bytes: z.number().int(),
  outFile: z.string().nullable().describe("Where the page was written to, when it was"),
  renderedAt: z.string().describe("ISO 8601"),
});
