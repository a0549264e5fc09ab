import { RecordStatus } from "@svc/core/answer";
import { wholeNumber } from "@svc/http/input";
import { z } from "zod";
import { limitField, sinceField, text } from "./fields.ts";

const params = z.object({
  output: text.describe("The id of a run, its beginning, or a behavior for its newest run"),
});

/** What is asked about runs on record. */
export const HISTORY_INPUTS = {
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
  "behaviors.output": { params },
  "behaviors.written": {
    params,
    query: z.object({
      name: text.optional().describe("Name of the data, when the run wrote several"),
      field: text.optional().describe("Only this field"),
    }),
  },
  "behaviors.logs": {
    params,
    query: z.object({
      tail: wholeNumber(0, 1_000_000_000).optional().describe("Only this many lines from the end"),
    }),
  },
};
