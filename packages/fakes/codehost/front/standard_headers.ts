import { type Caller, limitedAs } from "../access/mod.ts";
import { type Limits, resourceOf, type State, type Token } from "../state/mod.ts";
import type { ApiRequest } from "./request.ts";

/** The version that an enterprise server names. */
const ENTERPRISE_VERSION = "3.19.0";

/** The headers that the platform adds to every answer. */
export function standardHeaders(
  { clock, limits, people }: State,
  { url, enterprise }: ApiRequest,
  { token }: Caller,
  answer: Response,
): [name: string, value: string][] {
  const unauthorized = token !== null && "unauthorized" in token ? token.unauthorized ?? [] : [];
  const partial = unauthorized.length > 0 && answer.ok
    ? `partial-results; organizations=${unauthorized.map((login) => people.find(login)!.id)}`
    : undefined;
  return Object.entries({
    date: new Date(clock.now()).toUTCString(),
    ...limitHeaders(limits, limitedAs(token), url.pathname, answer.status),
    ...token === null ? {} : tokenHeaders(token),
    ...partial === undefined ? {} : { "x-github-sso": partial },
    ...enterprise ? { "x-github-enterprise-version": ENTERPRISE_VERSION } : {},
  });
}

/** What every answer says of its caller's limit. */
function limitHeaders(
  limits: Limits,
  caller: string | null,
  path: string,
  status: number,
): Record<string, string> {
  const { enabled, manner } = limits;
  if (!enabled || !manner.headers && status === manner.status) return {};
  const resource = resourceOf(path);
  const { limit, used, resetAt } = limits.of(caller, resource);
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(Math.max(0, limit - used)),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(Math.ceil(resetAt / 1000)),
    "x-ratelimit-resource": resource,
  };
}

/**
 * The headers about the token itself that the platform adds to every answer. They are its practice;
 * its published description does not mention them.
 */
function tokenHeaders(token: Token): Record<string, string> {
  const headers: Record<string, string> = {};
  if (token.kind === "classic" || token.kind === "oauth-app") {
    headers["x-oauth-scopes"] = token.scopes.join(", ");
  }
  if (token.kind === "app-user") headers["x-oauth-scopes"] = "";
  if (token.kind === "oauth-app") headers["x-oauth-client-id"] = token.clientId;
  if (token.kind === "app-user") headers["x-oauth-client-id"] = token.app.clientId;
  if (token.kind !== "app" && token.expiresAt !== undefined) {
    headers["github-authentication-token-expiration"] = shownTime(token.expiresAt);
  }
  return headers;
}

/** `2026-12-24 18:00:00 UTC`. */
function shownTime(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
