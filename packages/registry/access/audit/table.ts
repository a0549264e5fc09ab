import type { Fixed } from "../../platform/store/schema.ts";

/** What happened to a collective and what it owns. Times are ISO 8601 UTC text. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    audit_event: AuditEventTable;
  }
}

/** Who did what to which part of a collective, with which kind of credential, from where. */
interface AuditEventTable {
  id: Fixed<string>;
  at: Fixed<string>;
  /** An `AuditAction`. */
  action: Fixed<string>;
  collective_id: Fixed<string>;
  extension_id: Fixed<string | null>;
  /** Null when it was nobody, and once the account is deleted. */
  actor_user_id: string | null;
  actor_token_id: Fixed<string | null>;
  actor_key_id: Fixed<string | null>;
  credential: Fixed<string>;
  /** Whom it is about; null once the account is deleted. */
  person_user_id: string | null;
  /** JSON: nothing secret, and nothing by which a person is known. */
  details: Fixed<string>;
  network: string | null;
  client: string | null;
}
