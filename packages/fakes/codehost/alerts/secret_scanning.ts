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
export function isListed(
  { type }: Pick<SecretSeed, "type">,
  named: readonly string[] | undefined,
): boolean {
  return named === undefined ? !GENERIC.has(type) : named.includes(type);
}

/** What the platform shows of the alert, with the secret only when it is `shown`. */
export function secretAlert(seed: SecretSeed, shown: boolean) {
  const { state = "open", type, provider = null, line = 1 } = seed;
  return {
    state,
    secret_type: type,
    secret_type_display_name: seed.typeName ?? type.replaceAll("_", " "),
    provider,
    validity: seed.validity ?? "unknown",
    publicly_leaked: seed.publiclyLeaked ?? false,
    multi_repo: false,
    push_protection_bypassed: false,
    first_location_detected: {
      path: seed.path ?? "config/production.env",
      start_line: line,
      end_line: line,
      commit_sha: "2".repeat(40),
    },
    ...shown && { secret: seed.secret },
  };
}
