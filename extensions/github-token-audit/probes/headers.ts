import type { SingleSignOn } from "../outputs/token_audit.ts";
import type { Headers } from "./answer.ts";
import type { Finding } from "./finding.ts";

/**
 * What the headers of any answer tell about the token. They are the platform's practice rather than
 * its published description, so an absent one is null and never a guess.
 */
export function headersTell(
  headers: Headers,
): Pick<Finding, "clientId" | "scopes" | "expiresAt" | "sso" | "enterpriseVersion"> {
  return {
    clientId: text(headers, "x-oauth-client-id"),
    scopes: text(headers, "x-oauth-scopes")?.split(",").map((scope) => scope.trim())
      .filter((scope) => scope !== "") ?? null,
    expiresAt: timeOf(text(headers, "github-authentication-token-expiration")),
    sso: singleSignOn(text(headers, "x-github-sso")),
    enterpriseVersion: text(headers, "x-github-enterprise-version"),
  };
}

/** `2026-12-24 18:00:00 UTC`, or with an offset such as `+0100`, as ISO 8601. */
function timeOf(value: string | null): string | null {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (?:UTC|([+-]\d\d):?(\d\d))$/.exec(value ?? "");
  if (parts === null) return null;
  const [, day, time, hours, minutes] = parts;
  const end = new Date(`${day}T${time}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** The address in the header is left out: whoever holds it can ask for the authorization. */
function singleSignOn(value: string | null): SingleSignOn | null {
  if (value === null) return null;
  const ids = /\borganizations=([\d,]+)/.exec(value)?.[1]?.split(",") ?? [];
  const login = /\burl=https?:\/\/[^/]+\/orgs\/([A-Za-z0-9-]+)\/sso\b/.exec(value)?.[1];
  return {
    required: /^required\b/.test(value),
    organizations: login === undefined ? ids.filter((id) => id !== "") : [login],
  };
}

function text(headers: Headers, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}
