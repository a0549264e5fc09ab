import { z } from "zod";
import { ModelFields, TimeField } from "./value.ts";

const version = {
  version: z.number(),
  createdAt: TimeField,
  size: z.number().describe("Bytes of the content"),
};

const line = {
  id: z.string().describe("UUID of the version"),
  name: z.string(),
  ...version,
  contentType: z.string(),
  streaming: z.boolean(),
};

const tags = z.record(z.string(), z.string());

const overtakenBy = z.number().exactOptional().describe(
  "The version that another machine wrote later and that has a lower number",
);

const checksum = z.string().describe("SHA-256 of the content in hexadecimal");

const renamedTo = z.string().exactOptional().describe("The new name of the data");

const total = z.number().describe("The total, beyond this answer");

const limited = z.boolean().describe("True when this answer does not have all of them");

/** Who wrote data (runtime reference 2.5). */
const OwnerDefinition = z.object({
  ownerType: z.enum(["model-method", "manual"]),
  ownerRef: z.string().describe("Id of the behavior"),
});
export type OwnerDefinition = z.output<typeof OwnerDefinition>;

/** A place of JSON content at which a reference stands for a secret that svc keeps in a vault. */
export const SecretPlace = z.object({
  path: z.array(z.union([z.string(), z.number()])).describe(
    "Keys and positions from the top of the content; empty for all of it",
  ),
  vault: z.string(),
  key: z.string(),
  json: z.literal(true).exactOptional().describe(
    "The vault holds the value as JSON: it is not text",
  ),
});
export type SecretPlace = z.output<typeof SecretPlace>;

/** What `metadata.yaml` says of one version, but for the machine that wrote it. */
export const ShownMetadata = z.object({
  ...line,
  lifetime: z.string(),
  garbageCollection: z.union([z.number(), z.string()]),
  tags: tags.describe(
    "`type` is `resource`, `file` or `report`; `specName` and `modelName` are always there",
  ),
  ownerDefinition: OwnerDefinition,
  checksum,
  lifecycle: z.enum(["active", "deleted"]).exactOptional().describe(
    "`deleted` for a version that only marks the end of the data",
  ),
  renamedTo,
  copyOf: z.string().exactOptional().describe(
    "Of renamed data: UUID of the version that had its content first",
  ),
  secrets: z.array(SecretPlace).exactOptional().describe(
    "Where references stand in the places of secrets",
  ),
});
export type ShownMetadata = z.output<typeof ShownMetadata>;

/** Answer to `svc data get`: the metadata, where the content is, and the content itself. */
export const DataItem = z.object({
  ...ShownMetadata.shape,
  ...ModelFields.shape,
  contentPath: z.string().describe("Relative to the repository"),
  overtakenBy,
  content: z.unknown().optional().describe("Absent for media that are neither JSON nor text"),
});
export type DataItem = z.output<typeof DataItem>;

/** One line of `svc data list`. */
export const DataListItem = z.object({
  ...line,
  type: z.string(),
  modelName: z.string().exactOptional().describe("Only in a list of all behaviors"),
});
export type DataListItem = z.output<typeof DataListItem>;

/** Answer to `svc data list` (runtime reference 3.5); without a behavior, no fields of one. */
export const DataList = z.object({
  modelId: z.string().exactOptional(),
  modelName: z.string().exactOptional(),
  modelType: z.string().exactOptional(),
  groups: z.array(z.object({ type: z.string(), items: z.array(DataListItem) })),
  total,
  limited,
});
export type DataList = z.output<typeof DataList>;

/** Answer to `svc data versions`, in the order in which they were written, the latest first. */
export const DataVersions = z.object({
  dataName: z.string(),
  ...ModelFields.shape,
  versions: z.array(z.object({
    ...version,
    checksum,
    isLatest: z.boolean(),
    overtakenBy,
    lifecycle: z.literal("deleted").exactOptional().describe(
      "Only on versions that mark a deletion or a rename",
    ),
    renamedTo,
  })),
  total: z.number(),
});
export type DataVersions = z.output<typeof DataVersions>;

/** One line of `svc data search`. */
export const DataSearchItem = z.object({
  ...line,
  type: z.string(),
  lifetime: z.string(),
  ownerType: z.string(),
  ownerRef: z.string(),
  ...ModelFields.shape,
  tags,
});
export type DataSearchItem = z.output<typeof DataSearchItem>;

/** Answer to `svc data search` (runtime reference 3.5), newest first. */
export const DataSearch = z.object({
  query: z.string(),
  filters: z.object({
    type: z.string().optional(),
    lifetime: z.string().optional(),
    ownerType: z.string().optional(),
    behavior: z.string().optional().describe("Name or id"),
    contentType: z.string().optional().describe("`text/plain`, or `text/*`"),
    since: z.string().optional().describe("A date, or how long ago: `7d`"),
    tags: z.array(z.string()).readonly().exactOptional().describe("`key=value`, or a key alone"),
  }).describe("What was looked for"),
  results: z.array(DataSearchItem),
  total,
  limited,
});
export type DataSearch = z.output<typeof DataSearch>;

/** Answer to `svc data query` (runtime reference 3.5). */
export const DataQuery = z.object({
  predicate: z.string().exactOptional().describe("Only without `select`"),
  results: z.array(z.unknown()).describe("Records, or what `select` made of each"),
  total,
  limited,
});
export type DataQuery = z.output<typeof DataQuery>;
