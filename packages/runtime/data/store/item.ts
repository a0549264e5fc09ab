/** Who wrote a data item (runtime reference 2.5). */
export interface OwnerDefinition {
  ownerType: "model-method" | "manual";
  /** Id of the definition. */
  ownerRef: string;
}

/** A place of JSON content at which a reference stands for a secret that svc keeps in a vault. */
export interface SecretPlace {
  /** Keys and positions from the top of the content; empty for all of it. */
  path: (string | number)[];
  vault: string;
  key: string;
  /** The vault holds the value as JSON: it is not text. */
  json?: true;
}

/** Where a version stands among those of all machines. */
export interface Written {
  /**
   * ISO 8601, UTC, with six digits of a second. What the clock said, or just after the version that was
   * the newest there, where the clock said less: it orders, and `createdAt` tells the time.
   */
  at: string;
  /** Name of the machine. */
  by: string;
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
  /** Absent for versions of earlier releases. */
  written?: Written;
  /** Bytes of `raw`. */
  size: number;
  /** SHA-256 of `raw` in hexadecimal. */
  checksum: string;
  /** `deleted` for a version that only marks the end of the item. */
  lifecycle?: "active" | "deleted";
  /** The name under which the item lives on; such a version is `deleted` as well. */
  renamedTo?: string;
  /** Only svc itself writes these: a reference anywhere else is a text like others. */
  secrets?: SecretPlace[];
}

/** What the writer of a version decides; the store adds the rest. */
export type NewData = Omit<
  DataMetadata,
  "id" | "version" | "createdAt" | "written" | "size" | "checksum"
>;

/**
 * Writes the content of a version to a file that does not exist yet, safe on the disk when it is done;
 * `checksum` is its SHA-256 in hexadecimal.
 */
export type ContentWriter = (path: string) => Promise<{ size: number; checksum: string }>;

/** Content of a version: its bytes, or what writes them to a file. */
export type Content = Uint8Array | ContentWriter;
