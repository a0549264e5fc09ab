import type { Claims } from "../token/claims.ts";
import type { Refusal } from "./answer.ts";
import { type Finding, NOTHING } from "./finding.ts";
import { headersTell } from "./headers.ts";

/** What a refusal tells about the token; undefined when it tells nothing. */
export function refusedFinding(refusal: Refusal, claims: Claims): Finding | undefined {
  const { status, message, headers } = refusal;
  const known = { ...NOTHING, ...headersTell(headers) };
  if (status === 401) {
    const over = claims.expiresAt !== null && Date.parse(claims.expiresAt) <= Date.now();
    return { ...known, valid: false, reason: over ? "expired" : "bad-credentials" };
  }
  if (status !== 403) return undefined;
  if (/\bsuspended\b/i.test(message)) return { ...known, valid: false, reason: "suspended" };
  return known.sso === null ? undefined : { ...known, valid: true };
}

/** True for the refusal that a valid token gets where only people are answered. */
export function isAlive({ status, message }: Refusal): boolean {
  return status === 403 && /^Resource not accessible by /.test(message);
}
