import type { Generated } from "kysely";

/** How far a claim to a name is. */
export type ClaimState = "open" | "granted" | "refused" | "withdrawn";

/** A name that somebody says is theirs, and what came of it. It goes with their account. */
export interface NameClaimTable {
  number: Generated<number>;
  /** A slug, or an extension's name with `@`. */
  name: string;
  claimant_user_id: string;
  /** Why it is theirs, in their words. */
  grounds: string;
  state: ClaimState;
  /** ISO 8601. */
  created_at: string;
  /** The operator's account; null while it is open, for a command on the server, and once it is deleted. */
  decided_by_user_id: string | null;
  /** When it was decided or withdrawn. */
  decided_at: string | null;
  /** What the operator answered. */
  note: string | null;
}

declare module "../../platform/store/schema.ts" {
  interface Schema {
    name_claim: NameClaimTable;
  }
}
