import type { Token } from "../state/mod.ts";

/**
 * The headers about the token itself that the platform adds to every answer. They are its practice;
 * its published description does not mention them.
 */
export function tokenHeaders(token: Token): Record<string, string> {
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
