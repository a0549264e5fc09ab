import type { Plan } from "@svc/core/plan";
import type { PublishingSetting } from "@svc/core/wire";
import type { Role } from "@svc/core/role";
import type { Generated } from "kysely";

/** Collectives, who belongs to them, who is asked to, and their tokens. Times are ISO 8601 text, booleans 0/1. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    collective: CollectiveTable;
    collective_member: CollectiveMemberTable;
    collective_invitation: CollectiveInvitationTable;
    collective_token: CollectiveTokenTable;
  }
}

/** A collective (spec §2.4). A deleted one keeps its row, so that its slug is never given again. */
export interface CollectiveTable {
  id: string;
  slug: string;
  slug_skeleton: string;
  name: string;
  description: string | null;
  personal: number;
  private: number;
  hide_issues_by_default: number;
  hide_members_from_public: number;
  /** Whether members need a second factor to change anything. */
  second_factor_required: Generated<number>;
  /** Who may publish in it. */
  publishing: Generated<PublishingSetting>;
  /** What it asks for before a version is published: a rule as JSON. */
  approval: Generated<string | null>;
  plan: Plan;
  subscription_status: string | null;
  trial_started_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Set by the operator: nobody changes it or publishes in it, and its extensions are in quarantine. */
  suspended_at: string | null;
  suspended_reason: string | null;
}

export interface CollectiveMemberTable {
  id: string;
  collective_id: string;
  user_id: string;
  role: Role;
  created_at: string;
}

/** An open invitation, to a user or to an address. Answered and withdrawn ones are removed. */
export interface CollectiveInvitationTable {
  id: string;
  collective_id: string;
  /** The invited user, or null when an address was invited. */
  user_id: string | null;
  /** The invited address, or null when a user was invited. */
  email: string | null;
  /** `user:<id>` or `email:<address>`: one open invitation each. */
  invitee: string;
  role: Role;
  /** Hash of the secret in the link that was handed over; null when none was. */
  token_hash: string | null;
  invited_by: string;
  created_at: string;
  expires_at: string;
}

/** A collective token (spec §2.3). `scopes` is a JSON list. */
export interface CollectiveTokenTable {
  id: string;
  collective_id: string;
  name: string;
  key_prefix: string;
  key_hash: string;
  scopes: string;
  enabled: number;
  expires_at: string | null;
  created_by: string;
  /** Null for tokens older than this column. */
  created_with: "session" | "personalKey" | null;
  /** The personal key that created it. No reference: the token outlives the key. */
  created_key_id: string | null;
  /** What that key was called at the time, for when it is gone. */
  created_key_name: string | null;
  created_at: string;
  last_used_at: string | null;
}
