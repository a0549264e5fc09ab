import type { Client } from "../client.ts";
import type { RepositoryName } from "../repository_name.ts";
import type { Outcome } from "./compose.ts";
import { type Scanner, SCANNER_FACTS } from "./scanner.ts";
import { isRefusal } from "./unavailable.ts";

/**
 * Tells apart what a 404 without a reason can mean, by asking for the repository itself: it is absent or
 * invisible, archived, has the scanner off, or is visible and the token may not read its alerts.
 *
 * @throws what the client throws when the repository cannot be asked for either.
 */
export async function decideAbsence(
  client: Client,
  scanner: Scanner,
  name: RepositoryName,
): Promise<Outcome> {
  const { title, permission } = SCANNER_FACTS[scanner];
  try {
    const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
    if (data.archived) return { available: false, reason: "archived" };
    if (scanner === "secret-scanning" && isOff(data.security_and_analysis?.secret_scanning)) {
      return { available: false, reason: "disabled" };
    }
    return {
      available: null,
      reason: "error",
      error: {
        code: "forbidden",
        message:
          `the repository is visible, but not its ${title} alerts. Give the token "${permission}"`,
      },
    };
  } catch (error) {
    if (!isRefusal(error) || error.status !== 404) throw error;
    return {
      available: null,
      reason: "not-found",
      error: {
        code: "not_found",
        message:
          "it does not exist, or the token may not see it. Check the name, and what the token may read",
      },
    };
  }
}

/** The platform tells this only people who administer the repository. */
function isOff(feature: { status?: string } | null | undefined): boolean {
  return feature?.status === "disabled";
}
