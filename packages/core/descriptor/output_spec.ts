import { z } from "zod";

const shared = {
  specName: z.string(),
  description: z.string().exactOptional(),
  lifetime: z.string().describe(
    "`infinite`, `ephemeral`, `job`, `workflow` or a duration such as `30d`",
  ),
  garbageCollection: z.union([z.number(), z.string()]).describe(
    "Versions kept, or a duration that they are kept",
  ),
  tags: z.record(z.string(), z.string()).exactOptional(),
};

const schema = z.record(z.string(), z.unknown());

/** A JSON output. */
export const ResourceSpec = z.object({
  ...shared,
  kind: z.literal("resource"),
  schema,
  input: schema.exactOptional().describe(
    "What goes in, where that does not follow from `schema`; says whether the author made it strict",
  ),
  sensitiveOutput: z.boolean().exactOptional().describe(
    "True when the whole resource is secret and goes to a vault",
  ),
  vaultName: z.string().exactOptional(),
});
export type ResourceSpec = z.output<typeof ResourceSpec>;

/** A file output. */
export const FileSpec = z.object({
  ...shared,
  kind: z.literal("file"),
  contentType: z.string(),
  streaming: z.boolean().exactOptional(),
});
export type FileSpec = z.output<typeof FileSpec>;

/** An output of a behavior type: a JSON resource with a schema, or a file with a media type. */
export const DataOutputSpec = z.discriminatedUnion("kind", [ResourceSpec, FileSpec]);
export type DataOutputSpec = z.output<typeof DataOutputSpec>;
