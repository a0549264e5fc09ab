import type { Client } from "../../platform/client.ts";
import type { Claims } from "../token/claims.ts";
import { ask, type Headers } from "./answer.ts";
import { type Finding, NOTHING } from "./finding.ts";
import { headersTell } from "./headers.ts";
import { refusedFinding } from "./refused.ts";
import { viewerOf } from "./viewer.ts";

/**
 * Finds out what the installation of an app reaches, and which bot it acts as.
 *
 * @param headers of the answer that showed the token to be alive
 * @throws PlatformFailure when it could not be found out
 */
export async function asInstallation(
  client: Client,
  headers: Headers,
  claims: Claims,
): Promise<Finding> {
  const answer = await ask(
    client.request("GET /installation/repositories", { per_page: 1 }),
    "the repositories of the installation",
  );
  const refused = answer.refused ? refusedFinding(answer, claims) : undefined;
  if (refused !== undefined) return refused;
  const identity = await viewerOf(client);
  const slug = /^(.+)\[bot\]$/.exec(identity?.login ?? "")?.[1] ?? null;
  return {
    ...NOTHING,
    ...headersTell(headers),
    valid: true,
    identity,
    app: slug === null && claims.appId === null
      ? null
      : { id: claims.appId, idVerified: false, slug, owner: null },
    expiresAt: headersTell(headers).expiresAt ?? claims.expiresAt,
    installation: answer.refused ? null : {
      repositories: answer.data.total_count,
      selection: answer.data.repository_selection ?? null,
    },
  };
}
