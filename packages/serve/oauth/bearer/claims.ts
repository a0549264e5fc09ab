import * as oauth from "oauth4webapi";
import { ALGORITHMS, type Provider } from "../provider/mod.ts";

/** Seconds that the clocks of the two machines may differ. */
const TOLERANCE = 30;

/** The scope that lets an application use this server in a person's name. */
export const SERVE_SCOPE = "serve";

/** What an access token says that was found good. */
export type Claims = oauth.JWTAccessTokenClaims;

/**
 * The claims of an access token of the registry (RFC 9068), checked here: signature by a key of the
 * registry, type, issuer, audience, end.
 *
 * @param audiences forms of this server's address, one of which it must be for
 * @throws Error for what is not a token; SvcError `unavailable` without the registry's keys
 */
export async function checkAccessToken(
  provider: Provider,
  request: Request,
  token: string,
  audiences: readonly string[],
): Promise<Claims> {
  const [header, body] = token.split(".", 2).map(read);
  const audience = audienceOf(body, audiences);
  if (audience === undefined) throw new Error("the token is for another server");
  const kid = typeof header?.kid === "string" ? header.kid : undefined;
  if (body?.iss !== provider.metadata().issuer) {
    throw new Error("the token is from another issuer");
  }
  const jwks = await provider.keys.forKey(kid);
  return await oauth.validateJwtAccessToken(provider.metadata(), request, audience, {
    signingAlgorithms: ALGORITHMS,
    [oauth.clockTolerance]: TOLERANCE,
    [oauth.customFetch]: provider.fetch,
    [oauth.allowInsecureRequests]: provider.insecure,
    [oauth.jwksCache]: { jwks, uat: Math.floor(Date.now() / 1000) },
  });
}

function audienceOf(
  body: Record<string, unknown> | undefined,
  audiences: readonly string[],
): string | undefined {
  const said = [body?.aud].flat();
  return audiences.find((one) => said.includes(one));
}

/** A part of a token; nothing of it is believed yet. */
function read(part: string): Record<string, unknown> | undefined {
  try {
    const bytes = Uint8Array.fromBase64(part, { alphabet: "base64url" });
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
