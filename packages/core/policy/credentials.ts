import type { CredentialKind } from "./row.ts";

/** Any caller, known or not. */
export const ANYONE = [
  "anonymous",
  "session",
  "personalKey",
  "collectiveToken",
] as const satisfies readonly CredentialKind[];

/** Any caller: the answer is the same for all, so no credential is looked at, good or bad. */
export const NOBODY_ASKED = ["anonymous"] as const satisfies readonly CredentialKind[];

/** Any caller with a credential. */
export const BEARER_OR_SESSION = [
  "session",
  "personalKey",
  "collectiveToken",
] as const satisfies readonly CredentialKind[];

/** Who publishes: any caller with a credential, and a CI job with the token it got for its own. */
export const PUBLISHES = [
  ...BEARER_OR_SESSION,
  "publishToken",
] as const satisfies readonly CredentialKind[];

/** A person: a session or a personal key. */
export const PERSON = ["session", "personalKey"] as const satisfies readonly CredentialKind[];

/** Session cookie only: no bearer credential drives it (spec §4.3). */
export const SESSION_ONLY = ["session"] as const satisfies readonly CredentialKind[];

/** A session, by cookie or by its token (spec §4.1). */
export const SESSION_OR_TOKEN = [
  "session",
  "sessionToken",
] as const satisfies readonly CredentialKind[];

/** A session, or the short one a personal key is exchanged for (spec §4.2; design §4). */
export const TOKEN_MANAGEMENT = [
  "session",
  "exchange",
] as const satisfies readonly CredentialKind[];
