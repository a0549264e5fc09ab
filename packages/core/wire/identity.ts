import type { Plan } from "../plan/plan.ts";
import type { Trial } from "../plan/trial.ts";
import type { Role } from "../role/role.ts";
import type { Scope } from "../scope/scope.ts";

/** A collective the caller belongs to, for deciding rights. */
export interface OrganizationEntry {
  slug: string;
  name: string;
  role: Role | "token";
  personal: boolean;
}

/** What a collective pays for (spec §2.5). `subscriptionStatus` is missing, not null, for plain members. */
export interface CollectiveEntitlement {
  slug: string;
  plan: Plan;
  planName: string;
  subscriptionStatus?: string | null;
  trial: Trial;
}

/** `GET /api/whoami` for a session or a personal key. */
export interface WhoamiPerson {
  authenticated: true;
  id: string;
  username: string;
  email: string;
  name: string;
  plan: Plan;
  organizations: OrganizationEntry[];
  collectiveEntitlements: CollectiveEntitlement[];
}

/** `GET /api/whoami` for a collective token: no id, username, email or name. */
export interface WhoamiToken {
  authenticated: true;
  collectiveToken: true;
  collectiveId: string;
  collectiveSlug: string;
  scopes: Scope[];
  /** ISO 8601, UTC; null for a token that never expires. */
  expiresAt: string | null;
  organizations: OrganizationEntry[];
}

/** `GET /api/whoami`. */
export type Whoami = WhoamiPerson | WhoamiToken;

/** A collective token as lists show it; the hash is never part of it (spec §2.3). */
export interface TokenRecord {
  id: string;
  name: string;
  keyPrefix: string;
  scopes: Scope[];
  enabled: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}
