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

/** By what a collective token was created, and by whom. */
export interface TokenCreator {
  /** Null when the account is gone. */
  username: string | null;
  /** A session of theirs or a personal key; null for tokens older than this field. */
  credential: "session" | "personalKey" | null;
  /** The personal key; null for the other credentials. A deleted key keeps its name here. */
  key: { id: string; name: string | null; deleted: boolean } | null;
}

/** A collective token that still works, as the owner of the personal key that created it sees it. */
export interface TokenOfKey {
  id: string;
  name: string;
  keyPrefix: string;
  /** Slug of its collective. */
  collective: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** Collective tokens that a personal key created and that still work. */
export interface TokensOfKey {
  /** Those of collectives whose tokens the key's owner may manage. */
  tokens: TokenOfKey[];
  /** How many more there are, in collectives where the owner of the key may not do so any more. */
  otherTokens: number;
}

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
  /** Missing from servers that do not record it. */
  createdBy?: TokenCreator;
}
