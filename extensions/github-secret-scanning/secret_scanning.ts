import { type AlertReader, readAlerts, type Reading } from "../platform/alerts/reading.ts";
import type { SecretAlert } from "../platform/alerts/alert.ts";
import type { Severity } from "../platform/alerts/severity.ts";
import type { Client } from "../platform/client.ts";
import { PER_PAGE } from "../platform/page.ts";
import type { RepositoryName } from "../platform/repository_name.ts";
import { storedText } from "../platform/stored_text.ts";
import { GENERIC_PATTERNS, MOST_GENERIC_ALERTS } from "./generic_patterns.ts";
import { createPatternChoice } from "./pattern_choice.ts";

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

/** The part of the API's alert that is read here. The secret itself is not, should it come. */
export interface ApiSecretAlert {
  number?: number;
  html_url?: string;
  created_at?: string;
  updated_at?: string | null;
  secret_type?: string;
  secret_type_display_name?: string;
  provider?: string | null;
  validity?: string;
  publicly_leaked?: boolean | null;
  multi_repo?: boolean | null;
  push_protection_bypassed?: boolean | null;
  first_location_detected?: { path?: string; start_line?: number } | object | null;
}

/** Turns the API's alert into ours, field by field. */
function toSecretAlert(api: ApiSecretAlert): SecretAlert {
  const secretType = api.secret_type ?? "";
  const generic = GENERIC_PATTERNS.includes(secretType);
  return {
    number: api.number ?? 0,
    severity: severityOfSecret(api, generic),
    title: storedText(api.secret_type_display_name || secretType),
    url: api.html_url ?? "",
    createdAt: api.created_at ?? "",
    updatedAt: api.updated_at ?? null,
    secretType,
    secretTypeName: api.secret_type_display_name ?? null,
    provider: api.provider ?? null,
    generic,
    validity: api.validity ?? null,
    publiclyLeaked: api.publicly_leaked ?? null,
    multiRepo: api.multi_repo ?? null,
    pushProtectionBypassed: api.push_protection_bypassed ?? null,
    firstLocation: locationOf(api.first_location_detected),
  };
}

/** A secret that works or that anybody has seen is the worst there is. */
function severityOfSecret(
  { validity, publicly_leaked: leaked }: ApiSecretAlert,
  generic: boolean,
): Severity {
  if (validity === "active" || leaked === true) return "critical";
  return generic ? "medium" : "high";
}

/** Secrets found in issues and the like have no path. */
function locationOf(
  location: ApiSecretAlert["first_location_detected"],
): SecretAlert["firstLocation"] {
  if (!location || !("path" in location) || location.path === undefined) return null;
  return { path: location.path, line: location.start_line ?? null };
}
