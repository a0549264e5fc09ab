import type { AuthorizationServer } from "oauth4webapi";
import { isLoopback } from "./address.ts";
import { type ProviderFetch, providerFetch } from "./fetch.ts";
import { type Keys, providerKeys } from "./keys.ts";

/** What this server asks of people: who they are, their collectives with roles, and the same later. */
export const SCOPES = "openid profile email collectives offline_access";

/** Algorithms that the provider may sign with; each has a key that only it knows. */
export const ALGORITHMS = ["EdDSA", "ES256", "ES512", "PS256", "RS256"];

/** The registry as an OAuth provider. */
export interface Provider {
  /** Its address, without a slash at the end. */
  url: string;
  fetch: ProviderFetch;
  keys: Keys;
  /**
   * What a client library needs to know of it; a new object each time, for the library remembers keys
   * by it. The paths are the registry's own (reference wire 1.7): nothing it answers can lead elsewhere.
   */
  metadata(): AuthorizationServer;
  /** True when it is on this machine and not encrypted, as in tests and on a developer's own. */
  insecure: boolean;
}

/** The registry at `url` as a provider; nothing is requested yet. Each request carries `headers`. */
export function openProvider(
  url: string,
  now: () => Date,
  headers: Readonly<Record<string, string>>,
): Provider {
  const issuer = `${url}/api/auth`;
  const fetch = providerFetch(new URL(url).origin, headers);
  const insecure = new URL(url).protocol === "http:" && isLoopback(new URL(url));
  const metadata = (): AuthorizationServer => ({
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${issuer}/oauth2/userinfo`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ALGORITHMS,
    authorization_response_iss_parameter_supported: true,
  });
  return {
    url,
    fetch,
    insecure,
    metadata,
    keys: providerKeys(() => fetch(`${issuer}/jwks`), now),
  };
}
