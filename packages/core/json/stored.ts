import type { z } from "zod";
import { parsedJson } from "./record.ts";

/**
 * What was stored as JSON, read through its schema: undefined when it is damaged or of a shape that
 * this release does not know. Nobody may take that for a good answer.
 */
export function readStored<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  return schema.safeParse(parsedJson(text)).data;
}
