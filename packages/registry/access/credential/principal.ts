import type { Scope } from "@svc/core/scope";
import type { PublishGrant, PublishRun } from "../store/publishing_tables.ts";

/** Who a request acts as (design §4). Decided once, before any handler. */
export type Principal =
  | { kind: "anonymous" }
  | { kind: "session"; user: PrincipalUser; sessionId: string }
  /** A session named by its token in `Authorization`: good for personal keys alone (spec §4.1). */
  | { kind: "sessionToken"; user: PrincipalUser; sessionId: string }
  /** The five-minute session a personal key was exchanged for: collective tokens only. */
  | { kind: "exchange"; user: PrincipalUser; keyId: string }
  | { kind: "personalKey"; user: PrincipalUser; keyId: string }
  | { kind: "collectiveToken"; collective: PrincipalCollective; tokenId: string; scopes: Scope[] }
  /** A CI job that a publisher trusts: it may publish what its grants name, each once (trust 2.5). */
  | { kind: "publishToken"; tokenId: string; run: PublishRun; grants: readonly PublishGrant[] };

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

/** A principal of one kind. */
export type PrincipalOf<Kind extends Principal["kind"]> = Extract<Principal, { kind: Kind }>;

/** The person of a principal, or undefined for anonymous callers, collective tokens and CI jobs. */
export function userOf(principal: Principal): PrincipalUser | undefined {
  return "user" in principal ? principal.user : undefined;
}

/** The person who calls where the guard admits people only. @throws Error for anybody else: a bug */
export function personOf(principal: Principal): PrincipalUser {
  if ("user" in principal) return principal.user;
  throw new Error("the guard admits people only");
}

/** The caller where the guard admits one kind only. @throws Error for any other: a bug */
export function onlyOf<Kind extends Principal["kind"]>(
  principal: Principal,
  kind: Kind,
): PrincipalOf<Kind> {
  if (principal.kind === kind) return principal as PrincipalOf<Kind>;
  throw new Error(`the guard admits ${kind} only`);
}

/**
 * True for what acts for a collective and not for a person: its right is what it was made with, not a
 * role.
 */
export function actsForCollective(
  principal: Principal,
): principal is Extract<Principal, { kind: "collectiveToken" | "publishToken" }> {
  return principal.kind === "collectiveToken" || principal.kind === "publishToken";
}
