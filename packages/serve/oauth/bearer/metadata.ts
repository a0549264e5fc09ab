import type { SignIn } from "../login/mod.ts";

/** What an application asks for to use this server in a person's name. */
const askedScopes = ["openid", "profile", "collectives", "serve", "offline_access"];

/** Where this server tells how to get an access token for it (RFC 9728). */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** This server as a protected resource: which registry gives access tokens for it, and with which scopes. */
export function resourceMetadata({ provider, publicUrl }: Pick<SignIn, "provider" | "publicUrl">) {
  return {
    resource: publicUrl,
    authorization_servers: [provider.metadata().issuer],
    jwks_uri: provider.metadata().jwks_uri,
    scopes_supported: askedScopes,
    bearer_methods_supported: ["header"],
    resource_name: "svc serve",
  };
}

/** The `WWW-Authenticate` header of an answer without a good credential. */
export function challenge(publicUrl: string): string {
  return `Bearer realm="svc", resource_metadata="${publicUrl}${METADATA_PATH}"`;
}
