import { queryFlag } from "@svc/http/input";
import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { behaviorField, queryField, text } from "./input.ts";
import { reading } from "./reading.ts";

const schema = z.unknown().describe("A JSON Schema, or the digest of one");

const description = z.object({
  type: z.object({ raw: z.string(), normalized: z.string() }),
  version: z.string(),
  globalArguments: schema.optional(),
  dataOutputSpecs: z.array(z.unknown()).describe("Names only, in a digest"),
  methods: z.array(
    z.object({ name: z.string(), description: z.string(), arguments: schema }),
  ),
});

const compactField = queryFlag.optional().describe("A digest: names, types and what is required");

const search = defineEndpoint({
  key: "types.search",
  description: "Callers who may not see all behaviors find the types of those that they may see.",
  query: z.object({ query: queryField }),
  response: z.object({
    query: z.string(),
    results: z.array(z.object({
      raw: z.string(),
      normalized: z.string(),
      version: z.string(),
      origin: z.string(),
      extension: z.string().optional(),
    })),
  }),
  handle: reading("types.search"),
});

const describe = defineEndpoint({
  key: "types.describe",
  params: z.object({ type: text }),
  query: z.object({ compact: compactField }),
  response: description,
  handle: reading("types.describe"),
});

const ofBehavior = defineEndpoint({
  key: "behaviors.describe",
  params: z.object({ behavior: behaviorField }),
  query: z.object({ compact: compactField }),
  response: description,
  handle: reading("behaviors.describe"),
});

/** Types that the repository's behaviors have or could have. */
export const TYPE_ENDPOINTS = [search, describe, ofBehavior];
