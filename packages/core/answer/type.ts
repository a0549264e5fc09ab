import { z } from "zod";
import { FileSpec, ResourceSpec } from "../descriptor/output_spec.ts";
import { MethodSummary, Secrets } from "./behavior.ts";
import { SchemaField } from "./value.ts";

/** Where a type comes from. */
export const TypeOrigin = z.enum(["builtin", "local", "pulled"]);
export type TypeOrigin = z.output<typeof TypeOrigin>;

/** Answer to `svc model type search`. */
export const TypeSearch = z.object({
  query: z.string(),
  results: z.array(z.object({
    raw: z.string(),
    normalized: z.string(),
    version: z.string(),
    origin: TypeOrigin,
    extension: z.string().exactOptional(),
  })),
});
export type TypeSearch = z.output<typeof TypeSearch>;

const named = {
  type: z.object({ raw: z.string(), normalized: z.string() }),
  version: z.string(),
};

/** An output of a type as its description shows it. */
export const DescribedOutput = z.discriminatedUnion("kind", [
  ResourceSpec.extend({ secrets: Secrets }),
  FileSpec,
]);
export type DescribedOutput = z.output<typeof DescribedOutput>;

/** Answer to `svc model type describe` (spec §2.1): keys in the order they are printed. */
export const TypeDescription = z.object({
  ...named,
  globalArguments: SchemaField.exactOptional().describe(
    "What 'svc behavior create --global-arg' sets; absent when the type has none",
  ),
  globalSecrets: Secrets,
  dataOutputSpecs: z.array(DescribedOutput),
  methods: z.array(MethodSummary),
});
export type TypeDescription = z.output<typeof TypeDescription>;

/** A schema of which only each property's type and what is required are left. */
export const CompactSchema = z.object({
  properties: z.record(z.string(), z.object({ type: z.unknown().optional() })).describe(
    "A property without a `type`, such as a union, is left empty",
  ),
  required: z.array(z.string()).exactOptional().describe("Absent when nothing is required"),
});
export type CompactSchema = z.output<typeof CompactSchema>;

/** Answer to `svc model type describe --compact` (spec §2.1). */
export const CompactDescription = z.object({
  ...named,
  globalArguments: CompactSchema.exactOptional(),
  dataOutputSpecs: z.array(z.string()).describe("Names only"),
  methods: z.array(MethodSummary.omit({ secrets: true }).extend({ arguments: CompactSchema })),
});
export type CompactDescription = z.output<typeof CompactDescription>;
