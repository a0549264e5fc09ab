import { z } from "zod";
import { defineEndpoint } from "../../http/endpoint.ts";
import { behaviorField, queryField } from "./input.ts";
import { reading } from "./reading.ts";
import { jsonSchema } from "./shapes.ts";

const selection = z.object({
  require: z.array(z.string()).optional(),
  skip: z.array(z.string()).optional(),
});

const search = defineEndpoint({
  key: "behaviors.search",
  query: z.object({ query: queryField }),
  response: z.object({
    query: z.string(),
    results: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
  }),
  handle: reading("behaviors.search"),
});

const get = defineEndpoint({
  key: "behaviors.get",
  params: z.object({ behavior: behaviorField }),
  response: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    version: z.number(),
    tags: z.record(z.string(), z.string()),
    globalArguments: z.record(z.string(), z.unknown()).describe("Secrets are shown as ***"),
    methods: z.array(
      z.object({ name: z.string(), description: z.string(), arguments: jsonSchema }),
    ),
    path: z.string().describe("The behavior's file, relative to the repository on the server"),
    typeVersion: z.string().optional(),
    autoCreated: z.literal(true).optional(),
    inputs: jsonSchema.optional(),
    checks: selection.optional(),
    reports: selection.optional(),
    resources: z.record(z.string(), z.unknown()).optional(),
  }),
  handle: reading("behaviors.get"),
});

/** Behaviors of the repository. */
export const BEHAVIOR_ENDPOINTS = [search, get];
