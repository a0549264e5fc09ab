import type { Selectable } from "kysely";
import type { Decision } from "@svc/core/approval";
import type { ContentTable } from "./tables.ts";
import type { Fixed } from "../../../platform/store/schema.ts";

declare module "../../../platform/store/schema.ts" {
  interface Schema {
    staged_version: StagedVersionTable;
    approval: ApprovalTable;
  }
}

/**
 * A version that was uploaded, checked and scored, and is published once it is approved: as it stands
 * here, to the byte. Times are ISO 8601 UTC text, JSON text.
 */
export interface StagedVersionTable extends ContentTable {
  id: Fixed<string>;
  /** Whose it was when it was staged. */
  collective_id: Fixed<string>;
  extension_name: Fixed<string>;
  /** Null for a token's and a job's, and once the account is deleted. */
  staged_by_user_id: string | null;
  staged_by_token_id: Fixed<string | null>;
  /** The run of a CI job, `PublishedByRun` of @svc/core as JSON. */
  staged_by_run: Fixed<string | null>;
  credential: Fixed<string>;
  /** The person who had made the token or the publisher shortly before. */
  made_by_user_id: string | null;
  /** What its verified statement says of where it came from, as JSON. */
  provenance: Fixed<string | null>;
  /** Fresh answer about the repository, as JSON, and the generation of the record it was asked for. */
  verification: Fixed<string | null>;
  repository_generation: Fixed<number>;
  /** 1 when it was pushed, and waits for nothing but what the operator says of its name. */
  pushed: Fixed<number>;
  /** The extension people may take it for, until the operator has decided. */
  held_for: string | null;
  state: "staged" | "published" | "rejected" | "expired";
  staged_at: Fixed<string>;
  expires_at: string;
  /** Set once it is approved and waits for its time. */
  publish_after: string | null;
  decided_at: string | null;
  /** Why it was rejected, or ended. */
  reason: string | null;
}

/** What one person decided about a staged version, once each. */
export interface ApprovalTable {
  id: Fixed<string>;
  staged_id: Fixed<string>;
  /** Null once the account is deleted: what was signed stays, and names nobody. */
  user_id: string | null;
  decision: Fixed<Decision>;
  at: Fixed<string>;
  method: Fixed<"passkey" | "totp">;
  note: Fixed<string | null>;
  /** `Evidence` of @svc/core as JSON; null for a code. */
  evidence: Fixed<string | null>;
}

export type StagedRow = Selectable<StagedVersionTable>;
