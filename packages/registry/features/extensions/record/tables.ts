import type { ProvenanceKind } from "@svc/core/wire";
import type { ColumnType, Generated, Selectable } from "kysely";
import type { RestrictionColumns } from "../../../access/store/extension_table.ts";
import type { Fixed } from "../../../platform/store/schema.ts";

/** Publishing and the life of extensions. Times are ISO 8601 UTC text, booleans 0 or 1, JSON text. */
declare module "../../../platform/store/schema.ts" {
  interface Schema {
    extension_version: ExtensionVersionTable;
    upload: UploadTable;
    score_basis: ScoreBasisTable;
  }
}

/** A version without who published it and when: what is read from its archive, and its score. */
export interface ContentTable {
  version: Fixed<string>;
  /** Orders as the version does. */
  sort_key: Fixed<string>;
  channel: string;
  checksum: Fixed<string>;
  packed_bytes: Fixed<number>;
  unpacked_bytes: Fixed<number>;
  file_count: Fixed<number>;
  manifest: Fixed<string>;
  /** What it holds, `Contents` of @svc/core as JSON. */
  descriptor: Fixed<string>;
  readme: Fixed<string | null>;
  release_notes: Fixed<string | null>;
  rubric_version: number;
  facts: string;
  trust: string;
}

/** One published version; bytes, manifest, descriptor and facts never change. */
export interface ExtensionVersionTable extends RestrictionColumns, ContentTable {
  id: Fixed<string>;
  extension_id: Fixed<string>;
  /** Rises with each change of facts and trust. */
  score_generation: Generated<number>;
  verified_by_svc: Generated<number>;
  /** Who signed its statement of where it came from; null when it was published without one. */
  provenance_kind: ColumnType<ProvenanceKind | null, ProvenanceKind | null | undefined, never>;
  /** The name it was published under, which its archive has; null while the extension has it still. */
  published_as: ColumnType<string | null, string | null | undefined, string>;
  published_at: Fixed<string>;
  published_by_user_id: Fixed<string | null>;
  published_by_token_id: Fixed<string | null>;
  /** The CI run that published it and its publisher, `PublishedByRun` as JSON. */
  published_by_run: ColumnType<string | null, string | null | undefined, never>;
  /** What owners had edited of the record that was of it, as JSON, while people are kept from it. */
  takedown_record: string | null;
  yanked_at: string | null;
  yank_reason: string | null;
}

/** An announced version whose archive is awaited or stored, not yet published. */
export interface UploadTable {
  id: Fixed<string>;
  name: Fixed<string>;
  version: Fixed<string>;
  /** Who announced it: `user:<id>`, `token:<id>` or `run:<id>`. */
  actor: Fixed<string>;
  /** The announcement as JSON. */
  announcement: Fixed<string>;
  /** SHA-256 and length of the stored archive; null until it is there. */
  checksum: string | null;
  bytes: number | null;
  created_at: Fixed<string>;
  expires_at: Fixed<string>;
}

/** One row: what the stored scores were composed under, rubric and settings, as JSON. */
export interface ScoreBasisTable {
  basis: string;
}

export type ContentColumns = Selectable<ContentTable>;
export type VersionRow = Selectable<ExtensionVersionTable>;
