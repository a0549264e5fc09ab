import type { Scope } from "@svc/core/scope";

/** Who a request acts as (design §4). Decided once, before any handler. */
export type Principal =
  | { kind: "anonymous" }
  | { kind: "session"; user: PrincipalUser; sessionId: string }
  /** A session named by its token in `Authorization`: good for personal keys alone (spec §4.1). */
  | { kind: "sessionToken"; user: PrincipalUser; sessionId: string }
  /** The five-minute session a personal key was exchanged for: collective tokens only. */
  | { kind: "exchange"; user: PrincipalUser; keyId: string }
  | { kind: "personalKey"; user: PrincipalUser; keyId: string }
  | { kind: "collectiveToken"; collective: PrincipalCollective; tokenId: string; scopes: Scope[] };

/** The person behind a session or a personal key. */
export interface PrincipalUser {
  id: string;
  username: string;
}

/** The collective a token acts as (spec §2.3: collectiveTokenContext). */
export interface PrincipalCollective {
  id: string;
  slug: string;
}

/** The person of a principal, or undefined for anonymous callers and collective tokens. */
export function userOf(principal: Principal): PrincipalUser | undefined {
  return "user" in principal ? principal.user : undefined;
}
