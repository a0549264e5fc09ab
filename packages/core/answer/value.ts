import { z } from "zod";

/** A JSON Schema, as an extension wrote it. */
export const SchemaField = z.record(z.string(), z.unknown());

/** When something was. */
export const TimeField = z.string().describe("ISO 8601, UTC");

/** Which behavior data belongs to, as every data command names it. */
export const ModelFields = z.object({
  modelId: z.string(),
  modelName: z.string(),
  modelType: z.string(),
});
export type ModelFields = z.output<typeof ModelFields>;
