import { DEVICE_CODE_GRANT_TYPE } from "@better-auth/oauth-provider";
import { LIMITS } from "@svc/core/limit";
import { z } from "zod";
import { LINE } from "../../platform/http/line.ts";

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
});

type Metadata = z.output<typeof METADATA>;

/** The refusal of a registration, as RFC 7591 §3.2.2 has it. */
export interface RefusedRegistration {
  error: "invalid_redirect_uri" | "invalid_client_metadata";
  error_description: string;
}

/** A registration request as the provider takes it, or why there is none. */
export function readRegistration(
  body: unknown,
): { metadata: Metadata } | { refused: RefusedRegistration } {
  const result = METADATA.safeParse(body);
  if (result.success) return { metadata: completed(result.data) };
  const { path, message } = result.error.issues[0]!;
  const field = path.map(String).join(".");
  return {
    refused: {
      error: path[0] === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata",
      error_description: field === "" ? "The body must be a JSON object" : `${field}: ${message}`,
    },
  };
}

/**
 * A program on the person's own machine is a native application (RFC 8252), though deployed clients
 * do not say so, and signs people in by the device grant, though they do not ask for it.
 */
function completed(metadata: Metadata): Metadata {
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
