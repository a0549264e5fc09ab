import { z } from "zod";

/** A JSON Schema, as an extension wrote it. */
export const jsonSchema = z.record(z.string(), z.unknown());

/** Which behavior data belongs to. */
export const modelFields = {
  modelId: z.string(),
  modelName: z.string(),
  modelType: z.string(),
};

/** A time. */
export const time = z.string().describe("ISO 8601, UTC");

/** The version that is newer than this one, although its number is lower. */
export const overtakenBy = z.number().optional().describe(
  "The version that another machine wrote later and that has a lower number",
);

/** What the metadata of a version says, but for the machine that wrote it. */
export const metadata = {
  id: z.string(),
  name: z.string(),
  version: z.number(),
  contentType: z.string(),
  lifetime: z.string(),
  garbageCollection: z.union([z.number(), z.string()]),
  streaming: z.boolean(),
  tags: z.record(z.string(), z.string()),
  ownerDefinition: z.object({ ownerType: z.string(), ownerRef: z.string() }),
  createdAt: time,
  size: z.number().describe("Bytes of the content"),
  checksum: z.string().describe("SHA-256 of the content in hexadecimal"),
  lifecycle: z.enum(["active", "deleted"]).optional(),
  renamedTo: z.string().optional(),
  secrets: z.array(z.object({
    path: z.array(z.union([z.string(), z.number()])),
    vault: z.string(),
    key: z.string(),
    json: z.literal(true).optional(),
  })).optional().describe("Where references stand in the places of secrets"),
};
