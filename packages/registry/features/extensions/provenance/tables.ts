import type { ProvenanceKind } from "@svc/core/wire";
import type { Selectable } from "kysely";
import type { Fixed } from "../../../platform/store/schema.ts";

declare module "../../../platform/store/schema.ts" {
  interface Schema {
    provenance: ProvenanceTable;
    signing_key: SigningKeyTable;
  }
}

/** What a version's statement says of where it came from, as it was verified at the publication. */
export interface ProvenanceContentTable {
  kind: Fixed<ProvenanceKind>;
  /** The bundle as it was sent, JSON. */
  bundle: Fixed<string>;
  /** Who vouched for the job; null for a key. */
  issuer: Fixed<string | null>;
  /** The name in the certificate; for a key its hint, the SHA-256 of its SPKI. */
  identity: Fixed<string>;
  repository: Fixed<string | null>;
  repository_id: Fixed<string | null>;
  owner_id: Fixed<string | null>;
  workflow: Fixed<string | null>;
  commit_sha: Fixed<string | null>;
  ref: Fixed<string | null>;
  run_url: Fixed<string | null>;
  environment: Fixed<string | null>;
  runner: Fixed<string | null>;
  log_index: Fixed<string | null>;
  /** By the log that recorded it; null for a key, which the registry dates. */
  signed_at: Fixed<string | null>;
  verified_at: Fixed<string>;
  /** SHA-256 of the trust root it was verified with; null for a key. */
  root_digest: Fixed<string | null>;
}

/** At most one a version, written with it and never changed. */
export interface ProvenanceTable extends ProvenanceContentTable {
  version_id: Fixed<string>;
  /** The key that signed it; null for a job. */
  signing_key_id: Fixed<string | null>;
}

/** A public key that signs versions of a collective, good from registration to revocation. */
export interface SigningKeyTable {
  id: Fixed<string>;
  collective_id: Fixed<string>;
  /** SPKI, DER in base64. */
  spki: Fixed<string>;
  /** SHA-256 of the SPKI, lower-case hex. */
  hint: Fixed<string>;
  name: string;
  created_by: string | null;
  created_at: Fixed<string>;
  revoked_at: string | null;
}

export type ProvenanceRow = Selectable<ProvenanceTable>;
export type ProvenanceColumns = Selectable<ProvenanceContentTable>;
