import type { SecretAlert } from "../platform/alerts/secret_alert.ts";
import type { Severity } from "../platform/alerts/severity.ts";
import { storedText } from "../platform/stored_text.ts";
import { GENERIC_PATTERNS } from "./generic_patterns.ts";

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
export function toSecretAlert(api: ApiSecretAlert): SecretAlert {
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
