import type { z } from "zod";
import type { OperationKey } from "../../api/table.ts";
import { BEHAVIOR_INPUTS } from "./behaviors.ts";
import { DATA_INPUTS } from "./data.ts";
import { HISTORY_INPUTS } from "./history.ts";
import { REPORT_INPUTS } from "./reports.ts";
import { TYPE_INPUTS } from "./types.ts";

/** The shapes of what a reading takes. */
interface Input {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Longer text for the manual and OpenAPI. */
  description?: string;
}

/** What each operation takes that reads the repository and answers JSON. */
export const READING_INPUTS = {
  ...BEHAVIOR_INPUTS,
  ...TYPE_INPUTS,
  ...HISTORY_INPUTS,
  ...DATA_INPUTS,
  ...REPORT_INPUTS,
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
