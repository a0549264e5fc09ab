/** Who wrote a data item (runtime reference 2.5). */
export interface OwnerDefinition {
  ownerType: "model-method" | "manual";
  /** Id of the definition. */
  ownerRef: string;
}

/** What `metadata.yaml` says of one version. It is written as JSON, which YAML contains. */
export interface DataMetadata {
  /** UUID, new for each version. */
  id: string;
  name: string;
  version: number;
  contentType: string;
  lifetime: string;
  garbageCollection: number | string;
  streaming: boolean;
  /** `type` is `resource`, `file` or `report`; `specName` and `modelName` are always there. */
  tags: Record<string, string>;
  ownerDefinition: OwnerDefinition;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Bytes of `raw`. */
  size: number;
  /** SHA-256 of `raw` in hexadecimal. */
  checksum: string;
  lifecycle?: "active" | "deleted";
}

/** What the writer of a version decides; the store adds the rest. */
export type NewData = Omit<DataMetadata, "id" | "version" | "createdAt" | "size" | "checksum">;
