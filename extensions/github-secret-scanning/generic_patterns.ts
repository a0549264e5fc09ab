/**
 * Patterns that belong to no provider, as the platform named them on 2026-11-22. Its default list
 * leaves their alerts out; they come only when named. `password` is the one detected by AI.
 */
export const GENERIC_PATTERNS: readonly string[] = [
  "ec_private_key",
  "generic_private_key",
  "http_basic_authentication_header",
  "http_bearer_authentication_header",
  "mongodb_connection_string",
  "mysql_connection_string",
  "openssh_private_key",
  "pgp_private_key",
  "postgres_connection_string",
  "rsa_private_key",
  "password",
];

/** The most generic alerts the platform keeps of one repository. */
export const MOST_GENERIC_ALERTS = 5_000;
