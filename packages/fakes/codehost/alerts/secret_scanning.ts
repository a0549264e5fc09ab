import type { components } from "@octokit/openapi-types";
import { addressesOf, type AlertPlace, FOUND_AT } from "./place.ts";

/** What tells two secret scanning alerts apart; the rest is derived. */
export interface SecretSeed {
  state?: "open" | "resolved";
  /** The pattern that found it. */
  type: string;
  typeName?: string;
  /** Null for generic and custom patterns. */
  provider?: string | null;
  /** The secret itself, which only a server that cannot hide it shows. */
  secret: string;
  validity?: "active" | "inactive" | "unknown";
  publiclyLeaked?: boolean;
  path?: string;
  line?: number;
  /** ISO 8601. */
  createdAt?: string;
}

/**
 * Patterns that the platform's list leaves out unless they are named in `secret_type`: the
 * non-provider ones and the one detected by AI, as its page of supported patterns has them.
 */
const GENERIC: ReadonlySet<string> = new Set([
  "ec_private_key",
  "generic_private_key",
  "http_basic_authentication_header",
  "http_bearer_authentication_header",
  "mongodb_connection_string",
  "mysql_connection_string",
  "openssh_private_key",
  "password",
  "pgp_private_key",
  "postgres_connection_string",
  "rsa_private_key",
]);

/** Whether a list shows a secret: when it is named, or nothing is named and it is not generic. */
export function isListed({ type }: SecretSeed, named: readonly string[] | undefined): boolean {
  return named === undefined ? !GENERIC.has(type) : named.includes(type);
}

/** The alert as the platform shows it, with the secret only when it is `shown`. */
export function secretAlert(
  seed: SecretSeed,
  place: AlertPlace,
  shown: boolean,
): components["schemas"]["secret-scanning-alert"] {
  const { state = "open", type, provider = null, createdAt = FOUND_AT, line = 1 } = seed;
  const addresses = addressesOf(place, "secret-scanning");
  const [commit, blob] = ["2".repeat(40), "3".repeat(40)];
  const path = seed.path ?? "config/production.env";
  return {
    number: place.number,
    created_at: createdAt,
    updated_at: createdAt,
    ...addresses,
    locations_url: `${addresses.url}/locations`,
    state,
    secret_type: type,
    secret_type_display_name: seed.typeName ?? type.replaceAll("_", " "),
    provider,
    validity: seed.validity ?? "unknown",
    publicly_leaked: seed.publiclyLeaked ?? false,
    multi_repo: false,
    is_base64_encoded: false,
    resolution: null,
    resolved_at: null,
    resolved_by: null,
    resolution_comment: null,
    push_protection_bypassed: false,
    push_protection_bypassed_by: null,
    push_protection_bypassed_at: null,
    first_location_detected: {
      path,
      start_line: line,
      end_line: line,
      start_column: 1,
      end_column: 20,
      blob_sha: blob,
      blob_url: `${place.base}/repos/${place.repo}/git/blobs/${blob}`,
      commit_sha: commit,
      commit_url: `${place.base}/repos/${place.repo}/git/commits/${commit}`,
    },
    has_more_locations: false,
    ...(shown ? { secret: seed.secret } : {}),
  };
}
