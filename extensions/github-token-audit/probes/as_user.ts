import type { Client } from "../../platform/client.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { TokenType } from "../outputs/token_audit.ts";
import type { Claims } from "../token/claims.ts";
import { ask } from "./answer.ts";
import { asInstallation } from "./as_installation.ts";
import { type Finding, NOTHING } from "./finding.ts";
import { headersTell } from "./headers.ts";
import { isAlive, refusedFinding } from "./refused.ts";
import { shaped } from "./shape.ts";

/**
 * Finds out whom a token acts as. The installation of an app is refused here in a way that shows
 * it is alive; it is asked what it reaches instead.
 *
 * @throws PlatformFailure when it could not be found out
 */
export async function asUser(client: Client, type: TokenType, claims: Claims): Promise<Finding> {
  const answer = await ask(client.request("GET /user"), "the account of the token");
  if (answer.refused) {
    if (isAlive(answer)) return await asInstallation(client, answer.headers, claims);
    const finding = refusedFinding(answer, claims);
    if (finding === undefined) throw answer.failure;
    return finding;
  }
  const { login, id, type: kind, name } = shaped(answer.data, "login");
  return {
    ...NOTHING,
    ...headersTell(answer.headers),
    valid: true,
    identity: { login, id: Number(id), type: kind, name: name === null ? null : storedText(name) },
    app: type === "app-user" ? await authorizedApp(client) : null,
  };
}

/** The app that a person authorized: such a token sees the installations of no other. */
async function authorizedApp(client: Client): Promise<Finding["app"]> {
  const answer = await ask(
    client.request("GET /user/installations", { per_page: 1 }),
    "the installations that the token sees",
  );
  const first = answer.refused ? undefined : answer.data.installations?.[0];
  if (first === undefined) return null;
  return { id: first.app_id, idVerified: true, slug: first.app_slug, owner: null };
}
