import type { Client } from "../client.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";
import { decideAbsence } from "./absence.ts";
import type { Alert } from "./alert.ts";
import { alertsDocument } from "./compose.ts";
import type { AlertsDocument } from "./document.ts";
import type { AlertReader } from "./reading.ts";
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
