import { type AlertReader, readAlerts, type Reading } from "../platform/alerts/reading.ts";
import type { SecretAlert } from "../platform/alerts/secret_alert.ts";
import type { Client } from "../platform/client.ts";
import { PER_PAGE } from "../platform/page.ts";
import type { RepositoryName } from "../platform/repository_name.ts";
import { GENERIC_PATTERNS, MOST_GENERIC_ALERTS } from "./generic_patterns.ts";
import { createPatternChoice } from "./pattern_choice.ts";
import { toSecretAlert } from "./to_secret_alert.ts";

/**
 * Reads the open alerts about committed secrets: those of the default list and those of the generic
 * patterns, which come only when named. One reader is for one invocation: what it learns of a server
 * that does not know some patterns spares the other repositories the same requests.
 */
export function secretScanning(): AlertReader<SecretAlert> {
  const choose = createPatternChoice(GENERIC_PATTERNS);
  return {
    scanner: "secret-scanning",
    async read(client, name) {
      const listed = await read(client, name);
      const { readings, unsupported } = await choose((patterns) => read(client, name, patterns));
      const generic = readings.flatMap(({ alerts }) => alerts);
      return {
        alerts: onceEach([...listed.alerts, ...generic]),
        truncated: [listed, ...readings].some(({ truncated }) => truncated) ||
          generic.length >= MOST_GENERIC_ALERTS,
        ...(unsupported.length === 0 ? {} : { patternsUnsupported: unsupported }),
        url: listed.url,
      };
    },
  };
}

function read(
  client: Client,
  name: RepositoryName,
  patterns?: readonly string[],
): Promise<Reading<SecretAlert>> {
  const pages = client.pages("GET /repos/{owner}/{repo}/secret-scanning/alerts", {
    ...name,
    state: "open",
    hide_secret: true,
    per_page: PER_PAGE,
    ...(patterns === undefined ? {} : { secret_type: patterns.join(",") }),
  });
  return readAlerts(pages, toSecretAlert);
}

/** A custom pattern's alert may be in both lists. */
function onceEach(alerts: readonly SecretAlert[]): SecretAlert[] {
  return [...new Map(alerts.map((alert) => [alert.number, alert])).values()];
}
