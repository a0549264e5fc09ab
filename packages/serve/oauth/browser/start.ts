import { ownCookie } from "../../sessions/mod.ts";
import type { SignIn } from "../login/mod.ts";
import { callbackUrl, isLoopback, SCOPES } from "../provider/mod.ts";
import { redirect } from "@svc/http/edge";
import { type Pending, PENDING_MS, type Sealing } from "./pending.ts";
import { returnPath } from "../../sessions/return_to.ts";

/** The cookie in which a browser keeps what is pending. */
export function pendingCookie({ publicUrl }: Pick<SignIn, "publicUrl">) {
  return ownCookie(publicUrl, "svc_login");
}

/** `GET /auth/login`: sends the browser to the registry, with what proves that it is the one that returns. */
export async function startLogin(
  signIn: SignIn,
  sealing: Sealing,
  request: Request,
): Promise<Response> {
  const oauth = await import("oauth4webapi");
  const { provider, client, publicUrl, now } = signIn;
  const { pathname, search, hostname } = new URL(request.url);
  // This machine has several names, and the browser gives a cookie back to the one it got it from.
  if (hostname !== new URL(publicUrl).hostname && isLoopback(new URL(request.url))) {
    return redirect(publicUrl + pathname + search, []);
  }
  const pending: Pending = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo: returnPath(new URL(request.url).searchParams.get("return_to")),
    expiresAt: now().getTime() + PENDING_MS,
  };
  const destination = new URL(provider.metadata().authorization_endpoint!);
  destination.search = new URLSearchParams({
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: callbackUrl(publicUrl),
    scope: SCOPES,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
  }).toString();
  const sealed = await sealing.seal(pending);
  return redirect(destination.href, [
    pendingCookie(signIn).set(sealed, PENDING_MS / 1000),
  ]);
}
