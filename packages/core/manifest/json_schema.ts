import { z } from "zod";
import type { JsonSchema } from "../descriptor/mod.ts";
import { manifestSchema } from "./schema.ts";

/** What of a manifest JSON Schema can say, in draft 7; the rest is said when it is read. */
export function manifestFile(): JsonSchema {
  return z.toJSONSchema(manifestSchema, {
    target: "draft-7",
    io: "input",
    // What zod calls its own checks, which nobody else knows as formats.
    override({ jsonSchema }) {
      if (jsonSchema.format === "includes") delete jsonSchema.format;
    },
  }) as JsonSchema;
}
