import { queryFlag } from "@svc/http/input";
import { z } from "zod";
import { behaviorField, queryField, text } from "./fields.ts";

const query = z.object({
  compact: queryFlag.optional().describe("Summary: names, types and what is required"),
});

/** What is asked about types that the repository's behaviors have or could have. */
export const TYPE_INPUTS = {
  "types.search": {
    description: "Callers who may not see all behaviors find the types of those that they may see.",
    query: z.object({ query: queryField }),
  },
  "types.describe": { params: z.object({ type: text }), query },
  "behaviors.describe": { params: z.object({ behavior: behaviorField }), query },
};
