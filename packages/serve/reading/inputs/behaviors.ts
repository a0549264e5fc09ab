import { z } from "zod";
import { behaviorField, queryField } from "./fields.ts";

/** What is asked about behaviors. */
export const BEHAVIOR_INPUTS = {
  "behaviors.search": { query: z.object({ query: queryField }) },
  "behaviors.get": { params: z.object({ behavior: behaviorField }) },
};
