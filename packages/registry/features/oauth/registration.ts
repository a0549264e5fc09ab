import { DEVICE_CODE_GRANT_TYPE } from "@better-auth/oauth-provider";
import { LIMITS } from "@svc/core/limit";
import { z } from "zod";
import { LINE, plainWords } from "@svc/http/input";
import { canonicalAddress } from "./address.ts";

const WORD = z.string().min(1).max(64);
const WORDS = z.array(WORD).min(1).max(10);

/** Printable ASCII, as an address is written (RFC 3986): what looks like another letter is none. */
const ADDRESS = z.string().min(1).max(LIMITS.oauthRedirectUriCharacters)
  .regex(/^[\x21-\x7e]*$/, "must be printable ASCII");

/**
 * What an application says of itself (RFC 7591 §2), within limits. What is not named here is
 * ignored, as the standard asks: above all the addresses that the provider would fetch by itself
 * (`jwks_uri`, `backchannel_logout_uri`), since the registry fetches no address of a stranger's.
 */
const METADATA = z.object({
  client_name: LINE.min(1).max(LIMITS.oauthApplicationNameCharacters).optional(),
  redirect_uris: z.array(ADDRESS).min(1).max(LIMITS.oauthRedirectUris).optional(),
  grant_types: WORDS.optional(),
  response_types: WORDS.optional(),
  token_endpoint_auth_method: WORD.optional(),
  application_type: WORD.optional(),
  scope: z.string().max(500).optional(),
  /** Ours: where the application is a server that access tokens may be for (RFC 8707). */
  resource: ADDRESS.optional(),
}).superRefine(({ resource, redirect_uris = [] }, context) => {
  if (resource === undefined) return;
  const address = canonicalAddress(resource);
  if (resource === address && redirect_uris.every((uri) => canonicalAddress(uri) === address)) {
    return;
  }
  context.addIssue({
    code: "custom",
    path: ["resource"],
    message: "must be the address of all redirect_uris, without a path",
  });
});

/** What an application says of itself, as the provider takes it. */
export type Metadata = Omit<z.output<typeof METADATA>, "resource">;

/** A registration that was read. */
export interface ReadRegistration {
  metadata: Metadata;
  /** The server that the application is. */
  resource: string | undefined;
}

/** The refusal of a registration, as RFC 7591 §3.2.2 has it. */
export interface RefusedRegistration {
  error: "invalid_redirect_uri" | "invalid_client_metadata";
  error_description: string;
}

/** A registration request as the provider takes it, or why there is none. */
export function readRegistration(
  body: unknown,
): ReadRegistration | { refused: RefusedRegistration } {
  const result = METADATA.safeParse(body, { error: plainWords });
  if (result.success) {
    const { resource, ...metadata } = result.data;
    return { metadata, resource };
  }
  const { path, message } = result.error.issues[0]!;
  const field = path.map(String).join(".");
  return {
    refused: {
      error: path[0] === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata",
      error_description: field === "" ? "The body must be a JSON object" : `${field}: ${message}`,
    },
  };
}

/** Grants that anybody's program may have: with a browser on the same machine, and renewing that. */
const LOCAL_GRANTS: readonly string[] = ["authorization_code", "refresh_token"];

/**
 * Whether an application is a program on the person's own machine and nothing else (RFC 8252): it has no
 * secret, and what it gets can only reach that machine. Such a one may register without a credential, as
 * tools for agents do; PKCE and the person's consent are needed all the same.
 */
export function isLocalProgram(metadata: Metadata): boolean {
  const { redirect_uris: uris = [], grant_types: grants = ["authorization_code"] } = metadata;
  return metadata.token_endpoint_auth_method === "none" &&
    (metadata.application_type ?? "native") === "native" &&
    uris.length > 0 && uris.every(isLoopback) &&
    grants.every((grant) => LOCAL_GRANTS.includes(grant));
}

/** A program of nobody known, as the provider takes it. */
export function asLocalProgram(metadata: Metadata): Metadata {
  return { ...metadata, application_type: "native" };
}

/**
 * A program on the person's own machine is a native application (RFC 8252), though deployed clients
 * do not say so, and signs people in by the device grant, though they do not ask for it.
 */
export function completed(metadata: Metadata): Metadata {
  const { redirect_uris: uris = [], grant_types: grants = ["authorization_code"] } = metadata;
  if (uris.length === 0 || !uris.every(isLoopback)) return metadata;
  return {
    ...metadata,
    application_type: metadata.application_type ?? "native",
    grant_types: [...new Set([...grants, DEVICE_CODE_GRANT_TYPE])],
  };
}

function isLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}
