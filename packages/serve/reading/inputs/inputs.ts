import { RecordStatus } from "@svc/core/answer";
import { queryFlag, wholeNumber } from "@svc/http/input";
import { z } from "zod";
import type { OperationKey } from "../../api/table.ts";
import { DATA_INPUTS } from "./data.ts";
import { behaviorField, limitField, queryField, sinceField, text, versionField } from "./fields.ts";

/** The shapes of what a reading takes. */
interface Input {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Longer text for the manual and OpenAPI. */
  description?: string;
}

const searched = z.object({ query: queryField });

const behaviorPath = z.object({ behavior: behaviorField });

const described = z.object({
  compact: queryFlag.optional().describe("Summary: names, types and what is required"),
});

const runPath = z.object({
  output: text.describe("The id of a run, its beginning, or a behavior for its newest run"),
});

const reportOf = text.optional().describe("Only reports of this behavior, by name or id");

/** What each operation takes that reads the repository and answers JSON. */
export const READING_INPUTS = {
  "behaviors.search": { query: searched },
  "behaviors.get": { params: behaviorPath },
  "types.search": {
    description: "Callers who may not see all behaviors find the types of those that they may see.",
    query: searched,
  },
  "types.describe": { params: z.object({ type: text }), query: described },
  "behaviors.describe": { params: behaviorPath, query: described },
  "behaviors.history": {
    description:
      "Callers who may not see all behaviors do not see the runs of behaviors that are gone.",
    query: z.object({
      behavior: text.optional().describe("Only runs of this behavior, by name or id"),
      method: text.optional(),
      status: RecordStatus.optional(),
      since: sinceField,
      limit: limitField,
    }),
  },
  "behaviors.output": { params: runPath },
  "behaviors.written": {
    params: runPath,
    query: z.object({
      name: text.optional().describe("Name of the data, when the run wrote several"),
      field: text.optional().describe("Only this field"),
    }),
  },
  "behaviors.logs": {
    params: runPath,
    query: z.object({
      tail: wholeNumber(0, 1_000_000_000).optional().describe("Only this many lines from the end"),
    }),
  },
  ...DATA_INPUTS,
  "reports.list": { query: z.object({ query: queryField, behavior: reportOf }) },
  "reports.get": {
    params: z.object({ report: text.describe("The report's name") }),
    query: z.object({ behavior: reportOf, version: versionField }),
  },
} satisfies { [Key in OperationKey]?: Input };

/** Operations that read the repository and answer JSON. */
export type ReadingKey = keyof typeof READING_INPUTS;

type Part<Inputs, Name extends string> = Inputs extends
  { [Key in Name]: infer Shape extends z.ZodObject } ? z.output<Shape> : object;

/** What a reading takes: parameters of the path, query and body together. */
export type ReadingInput<Key extends ReadingKey> =
  & Part<(typeof READING_INPUTS)[Key], "params">
  & Part<(typeof READING_INPUTS)[Key], "query">
  & Part<(typeof READING_INPUTS)[Key], "body">;
