import type { Client } from "../client.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";
import type { Alert } from "./alert.ts";
import { alertsDocument, type Outcome } from "./compose.ts";
import type { AlertsDocument } from "./document.ts";
import type { AlertReader } from "./reading.ts";
import { type Scanner, SCANNER_FACTS } from "./scanner.ts";
import { isRefusal, unavailableReason } from "./unavailable.ts";

/**
 * The document of one repository: its alerts, or why the scanner has none to give.
 *
 * @throws what the client throws for anything else.
 */
export async function readRepository<A extends Alert>(
  client: Client,
  reader: AlertReader<A>,
  name: RepositoryName,
): Promise<AlertsDocument<A>> {
  const { scanner } = reader;
  try {
    const reading = await reader.read(client, name);
    const renamedTo = await newName(client, name, reading.url);
    return alertsDocument(scanner, name, { available: true, reason: null, renamedTo }, reading);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const reason = unavailableReason(scanner, error);
    if (reason !== undefined) {
      const renamedTo = await newName(client, name, error.response.url);
      return alertsDocument(scanner, name, { available: false, reason, renamedTo });
    }
    if (error.status !== 404) throw error;
    return alertsDocument(scanner, name, await decideAbsence(client, scanner, name));
  }
}

/** A renamed repository answers from an address that holds its id and not the name asked for. */
async function newName(
  client: Client,
  name: RepositoryName,
  url: string | undefined,
): Promise<string | undefined> {
  const asked = `/repos/${fullName(name)}/`.toLowerCase();
  if (!url || new URL(url).pathname.toLowerCase().includes(asked)) return undefined;
  const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
  return data.full_name;
}

/**
 * Tells apart what a 404 without a reason can mean, by asking for the repository itself: it is absent or
 * invisible, archived, has the scanner off, or is visible and the token may not read its alerts.
 *
 * @throws what the client throws when the repository cannot be asked for either.
 */
async function decideAbsence(
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
