import { z } from "zod";
import { SchemaField } from "./value.ts";

/** Answer to `svc behavior search`. */
export const BehaviorSearch = z.object({
  query: z.string(),
  results: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
});
export type BehaviorSearch = z.output<typeof BehaviorSearch>;

/** What is required or left out, by name. */
export const Selection = z.object({
  require: z.array(z.string()).exactOptional(),
  skip: z.array(z.string()).exactOptional(),
});
export type Selection = z.output<typeof Selection>;

/** What a behavior changes of how an output of its type is kept. */
export const ResourceOverride = z.object({
  lifetime: z.string().exactOptional(),
  garbageCollection: z.union([z.number(), z.string()]).exactOptional(),
  vaultName: z.string().exactOptional(),
});
export type ResourceOverride = z.output<typeof ResourceOverride>;

/** Names of properties that are secrets or hold one. */
export const Secrets = z.array(z.string()).exactOptional().describe(
  "Names of properties that are secrets or hold one; absent when none is",
);

/** A method, as the descriptions of behaviors and types show it. */
export const MethodSummary = z.object({
  name: z.string(),
  description: z.string(),
  arguments: SchemaField,
  secrets: Secrets,
});
export type MethodSummary = z.output<typeof MethodSummary>;

/** Answer to `svc behavior get` (runtime reference 3.2). */
export const BehaviorDetails = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  version: z.number(),
  tags: z.record(z.string(), z.string()),
  globalArguments: z.record(z.string(), z.unknown()).describe(
    "Secrets are shown as ***; so is everything while it is not known what is secret",
  ),
  methods: z.array(MethodSummary).describe("Empty while the type's extension is not installed"),
  path: z.string().describe("The behavior's file; a server names it relative to the repository"),
  typeVersion: z.string().exactOptional(),
  autoCreated: z.literal(true).exactOptional().describe("True when a direct run made it"),
  inputs: SchemaField.exactOptional(),
  checks: Selection.exactOptional(),
  reports: Selection.exactOptional(),
  resources: z.record(z.string(), ResourceOverride).exactOptional(),
});
export type BehaviorDetails = z.output<typeof BehaviorDetails>;
