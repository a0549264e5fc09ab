import assert from "node:assert/strict";
import type { Person } from "../../packages/registry/features/identity/testing.ts";
import { allow } from "./browser.ts";
import type { Acme } from "./people.ts";

/** What a program registers as that signs people in on their own machine. */
export const PROGRAM = {
  client_name: "An agent",
  redirect_uris: ["http://127.0.0.1:33418/callback"],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

/** Registers a program without any credential. */
export async function registerProgram({ url }: Acme, more: object = {}): Promise<Response> {
  return await fetch(`${url}/api/auth/oauth2/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...PROGRAM, ...more }),
  });
}

/** Where a request of a program leads that a person allows, and the program's proof. */
export async function authorize(
  acme: Acme,
  person: Person,
  { clientId, resource, scope = "openid serve" }: {
    clientId: string;
    resource?: string | undefined;
    scope?: string;
  },
): Promise<{ back: URL; verifier: string }> {
  const verifier = "v".repeat(43);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const request = new URL(`${acme.url}/api/auth/oauth2/authorize`);
  request.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    // Any port may follow on the person's own machine.
    redirect_uri: "http://127.0.0.1:40404/callback",
    scope,
    state: "a-state",
    code_challenge: new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
    ...(resource === undefined ? {} : { resource }),
  }).toString();
  return { back: await allow(acme, person, request), verifier };
}

/** Trades the code for tokens. */
export async function exchange(
  { url }: Acme,
  clientId: string,
  { back, verifier }: { back: URL; verifier: string },
  resource?: string,
): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`${url}/api/auth/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      code: back.searchParams.get("code") ?? "",
      redirect_uri: "http://127.0.0.1:40404/callback",
      code_verifier: verifier,
      ...(resource === undefined ? {} : { resource }),
    }),
  });
  return { status: response.status, body: await response.json() };
}

/** An access token of a person for a server, by a program that registered itself. */
export async function accessToken(
  acme: Acme,
  person: Person,
  resource: string | undefined,
  scope?: string,
): Promise<string> {
  const { client_id: clientId } = await (await registerProgram(acme)).json();
  const granted = await authorize(acme, person, {
    clientId,
    resource,
    ...(scope === undefined ? {} : { scope }),
  });
  const { status, body } = await exchange(acme, clientId, granted, resource);
  assert.equal(status, 200, JSON.stringify(body));
  return body.access_token!;
}
