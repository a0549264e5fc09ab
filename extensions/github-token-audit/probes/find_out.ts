import type { Client } from "../../platform/client.ts";
import type { TokenType } from "../outputs/token_audit.ts";
import { claimsOf } from "../token/claims.ts";
import { asApp } from "./as_app.ts";
import { asUser } from "./as_user.ts";
import { type Finding, NOTHING } from "./finding.ts";
import { rateLimitOf } from "./rate_limit.ts";

/**
 * Asks the platform what there is to know about a token. The kind of token decides which questions
 * are asked, the answers decide the rest.
 *
 * @throws PlatformFailure when it could not be found out
 */
export async function findOut(client: Client, token: string, type: TokenType): Promise<Finding> {
  // It is only good for getting another token, which would end it.
  if (type === "app-refresh") return { ...NOTHING, reason: "refresh-token" };
  const claims = claimsOf(token);
  const finding = type === "app-jwt"
    ? await asApp(client, claims)
    : await asUser(client, type, claims);
  if (finding.valid !== true) return finding;
  return { ...finding, rateLimit: await rateLimitOf(client) };
}
