import * as oauth from "oauth4webapi";
import type { SignIn } from "../login/mod.ts";
import { callbackUrl, down, type Grant, grantOf } from "../provider/mod.ts";
import type { Pending } from "./pending.ts";

/** Seconds that the clocks of the two machines may differ. */
const TOLERANCE = 30;

/**
 * Turns what the browser brought back into a grant and the id of the person it is about. Checked are:
 * state and issuer of the answer, the id token's signature by a key of the registry, its issuer,
 * audience, end and nonce.
 *
 * @throws Error for anything that does not fit together; SvcError `unavailable` when the registry is down
 */
export async function exchange(
  { provider, client, publicUrl, now }: SignIn,
  { state, nonce, verifier }: Pending,
  answer: URLSearchParams,
): Promise<{ grant: Grant; sub: string }> {
  const metadata = provider.metadata();
  const self: oauth.Client = { client_id: client.clientId, [oauth.clockTolerance]: TOLERANCE };
  const options = {
    [oauth.customFetch]: provider.fetch,
    [oauth.allowInsecureRequests]: provider.insecure,
  };
  const parameters = oauth.validateAuthResponse(metadata, self, answer, state);
  const response = await oauth.authorizationCodeGrantRequest(
    metadata,
    self,
    oauth.ClientSecretBasic(client.clientSecret),
    parameters,
    callbackUrl(publicUrl),
    verifier,
    options,
  );
  if (response.status >= 500 || response.status === 429) {
    throw down(provider.url, `status ${response.status}`);
  }
  const tokens = await oauth.processAuthorizationCodeResponse(metadata, self, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  const jwks = await provider.keys.forKey(keyOf(tokens.id_token!));
  await oauth.validateApplicationLevelSignature(metadata, response, {
    ...options,
    [oauth.jwksCache]: { jwks, uat: Math.floor(Date.now() / 1000) },
  });
  const { sub } = oauth.getValidatedIdTokenClaims(tokens)!;
  const grant = grantOf(tokens, now());
  if (grant === undefined) throw new Error("the answer has no access token");
  return { grant, sub };
}

/** The id of the key that a token names; it is not checked yet. */
function keyOf(token: string): string | undefined {
  const header = Uint8Array.fromBase64(token.split(".")[0]!, { alphabet: "base64url" });
  const { kid } = JSON.parse(new TextDecoder().decode(header)) as { kid?: unknown };
  return typeof kid === "string" ? kid : undefined;
}
