import type { ColumnType, Generated, Insertable, Selectable } from "kysely";

/** A column that is set once. */
type Fixed<Type> = ColumnType<Type, Type, never>;

/** Publishing and the life of extensions. Times are ISO 8601 UTC text, booleans 0 or 1, JSON text. */
export interface ExtensionTables {
  extension: ExtensionTable;
  extension_version: ExtensionVersionTable;
  upload: UploadTable;
  audit_event: AuditEventTable;
  job: JobTable;
}

declare module "../../../platform/store/schema.ts" {
  interface Schema extends ExtensionTables {}
}

/** One extension; its metadata is that of the newest version, or as edited since. */
export interface ExtensionTable {
  /** Short key that search joins by. */
  number: Generated<number>;
  id: Fixed<string>;
  name: Fixed<string>;
  collective_id: string;
  description: string;
  repository: string | null;
  homepage: string | null;
  license: string | null;
  platforms: string;
  labels: string;
  dependencies: string;
  content_types: string;
  content_names: string;
  latest_stable: string | null;
  latest_rc: string | null;
  latest_beta: string | null;
  author_user_id: string | null;
  created_at: Fixed<string>;
  updated_at: string;
  yanked_at: string | null;
  yank_reason: string | null;
  deprecated_at: string | null;
  deprecated_by_user_id: string | null;
  deprecation_reason: string | null;
  superseded_by: string | null;
  /** 1, 0, or null while never checked. */
  repository_verified: number | null;
  repository_verified_at: string | null;
  repository_verified_url: string | null;
  /** The stored Verification of @svc/scorecard as JSON. */
  verification: string | null;
  pull_count: Generated<number>;
}

/** One published version; bytes, manifest, descriptor and facts never change. */
export interface ExtensionVersionTable {
  id: Fixed<string>;
  extension_id: Fixed<string>;
  version: Fixed<string>;
  /** Orders as the version does. */
  sort_key: Fixed<string>;
  channel: string;
  checksum: Fixed<string>;
  packed_bytes: Fixed<number>;
  unpacked_bytes: Fixed<number>;
  file_count: Fixed<number>;
  manifest: Fixed<string>;
  descriptor: Fixed<string>;
  readme: Fixed<string | null>;
  release_notes: Fixed<string | null>;
  rubric_version: number;
  facts: string;
  trust: string;
  verified_by_svc: Generated<number>;
  published_at: Fixed<string>;
  published_by_user_id: Fixed<string | null>;
  published_by_token_id: Fixed<string | null>;
  yanked_at: string | null;
  yank_reason: string | null;
}

/** An announced version whose archive is awaited or stored, not yet published. */
export interface UploadTable {
  id: Fixed<string>;
  name: Fixed<string>;
  version: Fixed<string>;
  /** Who announced it: `user:<id>` or `token:<id>`. */
  actor: Fixed<string>;
  /** The announcement as JSON. */
  announcement: Fixed<string>;
  /** SHA-256 and length of the stored archive; null until it is there. */
  checksum: string | null;
  bytes: number | null;
  created_at: Fixed<string>;
  expires_at: Fixed<string>;
}

/** Who did what to which extension, with which kind of credential. */
export interface AuditEventTable {
  id: Fixed<string>;
  at: Fixed<string>;
  action: Fixed<string>;
  collective_id: Fixed<string>;
  extension_id: Fixed<string | null>;
  actor_user_id: Fixed<string | null>;
  actor_token_id: Fixed<string | null>;
  credential: Fixed<string>;
  details: Fixed<string>;
}

/** Work to be done later, leased by one worker at a time. */
export interface JobTable {
  id: Fixed<string>;
  kind: Fixed<string>;
  /** One waiting job a kind and subject. */
  subject: Fixed<string>;
  run_at: string;
  attempts: number;
  leased_until: string | null;
  last_error: string | null;
}

export type ExtensionRow = Selectable<ExtensionTable>;
export type NewExtensionRow = Insertable<ExtensionTable>;
export type VersionRow = Selectable<ExtensionVersionTable>;
export type UploadRow = Selectable<UploadTable>;
