import type { Client } from "../../platform/client.ts";
import { ask } from "./answer.ts";
import type { Finding } from "./finding.ts";

/**
 * The token's hourly limit; asking costs none of it. Null where there is none, as on enterprise
 * servers by default.
 *
 * @throws PlatformFailure when it could not be found out
 */
export async function rateLimitOf(client: Client): Promise<Finding["rateLimit"]> {
  const answer = await ask(client.request("GET /rate_limit"), "the rate limit of the token");
  const core = answer.refused ? undefined : answer.data.resources?.core;
  if (![core?.limit, core?.remaining, core?.reset].every(Number.isSafeInteger)) return null;
  const { limit, remaining, reset } = core!;
  const end = new Date(reset * 1000);
  return Number.isNaN(end.getTime()) ? null : { limit, remaining, resetAt: end.toISOString() };
}
