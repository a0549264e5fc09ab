import type { Client } from "../../platform/client.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { Claims } from "../token/claims.ts";
import { ask } from "./answer.ts";
import { type Finding, NOTHING } from "./finding.ts";
import { headersTell } from "./headers.ts";
import { refusedFinding } from "./refused.ts";
import { shaped } from "./shape.ts";

/**
 * Finds out which app signed a token for itself.
 *
 * @throws PlatformFailure when it could not be found out
 */
export async function asApp(client: Client, claims: Claims): Promise<Finding> {
  const answer = await ask(client.request("GET /app"), "the app of the token");
  if (answer.refused) {
    const finding = refusedFinding(answer, claims);
    if (finding === undefined) throw answer.failure;
    return { ...finding, expiresAt: finding.expiresAt ?? claims.expiresAt };
  }
  const app = shaped(answer.data, "id");
  const owner = "login" in app.owner ? app.owner.login : app.owner.slug ?? null;
  return {
    ...NOTHING,
    ...headersTell(answer.headers),
    valid: true,
    clientId: app.client_id ?? null,
    identity: { login: app.slug ?? "", id: app.id, type: "App", name: storedText(app.name) },
    app: { id: app.id, idVerified: true, slug: app.slug ?? null, owner },
    expiresAt: claims.expiresAt,
  };
}
