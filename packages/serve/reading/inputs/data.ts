import { queryFlag, wholeNumber } from "@svc/http/input";
import { z } from "zod";
import { behaviorField, limitField, queryField, sinceField, text, versionField } from "./fields.ts";

/** Characters of an expression, as everywhere else. */
const LONGEST_EXPRESSION = 4096;

const page = z.object({
  type: text.optional().describe("Only this kind: resource, file or report"),
  limit: limitField,
  offset: wholeNumber(0, 999_999_999).optional().describe("Skip this many results"),
});

/** Which data a path names. */
export const dataPath = z.object({
  behavior: behaviorField,
  name: text.describe("The name of the data"),
});

/** What is asked about data that behaviors wrote. */
export const DATA_INPUTS = {
  "data.list": { query: page },
  "data.listOf": { params: z.object({ behavior: behaviorField }), query: page },
  "data.get": {
    params: dataPath,
    query: z.object({
      version: versionField,
      content: queryFlag.optional().describe("`false` leaves the content out"),
    }),
  },
  "data.versions": { params: dataPath },
  "data.verify": { params: dataPath, query: z.object({ version: versionField }) },
  "data.search": {
    query: z.object({
      query: queryField,
      type: text.optional(),
      lifetime: text.optional(),
      ownerType: text.optional(),
      behavior: text.optional().describe("Only what this behavior wrote, by name or id"),
      contentType: text.optional().describe("`text/plain`, or `text/*`"),
      since: sinceField,
      tag: z.array(text).max(20).optional().describe("`key=value` or a key; repeatable"),
      limit: limitField,
    }),
  },
  "data.query": {
    body: z.strictObject({
      predicate: z.string().max(LONGEST_EXPRESSION).describe("Condition, in CEL"),
      select: z.string().max(LONGEST_EXPRESSION).optional()
        .describe("Value to return for each result, in CEL"),
      limit: z.int().min(0).max(10_000).optional(),
    }),
  },
};
