import assert from "node:assert/strict";
import { type Person, send, signUp } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

/** Two servers of two owners. */
export const A = "https://a.example";
/** The other one. */
export const B = "https://b.example";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const ORIGIN = "http://registry.test";
const VERIFIER = "v".repeat(43);

/** An application that asks people. */
export interface Client {
  id: string;
  secret: string | undefined;
  redirect: string;
}

/** A registry with the servers A of anna and B of ben, and ada, who is asked. */
export interface Servers extends AsyncDisposable {
  registry: TestRegistry;
  anna: Person;
  ben: Person;
  ada: Person;
  /** The application that is server A. */
  a: Client;
}

/** Opens one. */
export async function twoServers(): Promise<Servers> {
  const registry = await testRegistry();
  const [anna, ben, ada] = await Promise.all(
    ["anna", "ben", "ada"].map((name) => signUp(registry, name)),
  ) as [Person, Person, Person];
  const a = await register(registry, anna, server(A));
  await register(registry, ben, server(B));
  return {
    registry,
    anna,
    ben,
    ada,
    a,
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

/** What an application says of itself that is a server. */
export function server(address: string): Record<string, unknown> {
  return { redirect_uris: [`${address}/auth/callback`], resource: address };
}

/** Asks to register an application, as a person or as nobody. */
export async function askToRegister(
  registry: TestRegistry,
  person: Person | undefined,
  metadata: Record<string, unknown>,
) {
  return await send(registry, "POST /api/auth/oauth2/register", {
    ...(person && { cookie: person.cookie }),
    headers: { origin: ORIGIN },
    body: { scope: "openid email serve offline_access", ...metadata },
  });
}

/** Registers an application. */
export async function register(
  registry: TestRegistry,
  person: Person | undefined,
  metadata: Record<string, unknown>,
): Promise<Client> {
  const { status, body } = await askToRegister(registry, person, metadata);
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.client_id, secret: body.client_secret, redirect: body.redirect_uris[0] };
}

const GRANTS = ["authorization_code", "refresh_token"];

/** The kinds of applications: with a secret, without one, and a program that registered itself. */
export const KINDS: Readonly<
  Record<string, (servers: Servers, more?: Record<string, unknown>) => Promise<Client>>
> = {
  confidential: ({ registry, anna }, more) =>
    register(registry, anna, {
      redirect_uris: ["https://board.example/return"],
      grant_types: [...GRANTS, DEVICE_GRANT],
      ...more,
    }),
  public: ({ registry, anna }, more) =>
    register(registry, anna, {
      redirect_uris: ["http://127.0.0.1:1234/return"],
      token_endpoint_auth_method: "none",
      grant_types: [...GRANTS, DEVICE_GRANT],
      ...more,
    }),
  loopback: ({ registry }, more) =>
    register(registry, undefined, {
      redirect_uris: ["http://127.0.0.1:1234/return"],
      token_endpoint_auth_method: "none",
      grant_types: GRANTS,
      ...more,
    }),
};

/** What an application asks for. */
export interface Asked {
  scope?: string | undefined;
  resources?: readonly string[];
  more?: Record<string, string>;
}

/** Asks for a person's authorization. @returns where the browser is sent */
export async function ask(
  registry: TestRegistry,
  person: Person,
  client: Client,
  { scope, resources = [], more = {} }: Asked,
): Promise<URL> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: client.redirect,
    ...(scope === undefined ? {} : { scope }),
    state: "a-state",
    code_challenge: new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
    ...more,
  });
  for (const resource of resources) query.append("resource", resource);
  const answer = await registry.request(`/api/auth/oauth2/authorize?${query}`, {
    headers: { cookie: person.cookie },
    redirect: "manual",
  });
  const location = answer.headers.get("location");
  assert.ok(location, `${answer.status} ${await answer.text()}`);
  return new URL(location, ORIGIN);
}

/** Answers the page that asks. @returns where the browser is sent, undefined when it is refused */
export async function allow(
  registry: TestRegistry,
  person: Person,
  page: URL,
): Promise<URL | undefined> {
  const answer = await registry.request("/oauth/consent", {
    method: "POST",
    headers: { cookie: person.cookie, origin: ORIGIN },
    body: new URLSearchParams({ oauth_query: page.search.slice(1), decision: "allow" }),
  });
  await answer.body?.cancel();
  const next = answer.headers.get("refresh");
  return next === null ? undefined : new URL(next.slice("0;url=".length));
}

/** The code that a person gives when asked, or the error that the application gets. */
export async function codeOf(
  registry: TestRegistry,
  person: Person,
  client: Client,
  asked: Asked,
): Promise<{ code: string } | { error: string | null }> {
  let next: URL | undefined = await ask(registry, person, client, asked);
  if (next.pathname === "/oauth/consent") next = await allow(registry, person, next);
  const code = next?.searchParams.get("code");
  return code ? { code } : { error: next?.searchParams.get("error") ?? null };
}

/** An answer of the token endpoint. */
export interface TokenAnswer {
  status: number;
  body: Record<string, string>;
}

/** Asks the token endpoint for tokens. */
export async function askToken(
  registry: TestRegistry,
  client: Client,
  form: Record<string, string>,
  resources: readonly string[] = [],
): Promise<TokenAnswer> {
  const body = new URLSearchParams(form);
  for (const resource of resources) body.append("resource", resource);
  const headers: Record<string, string> = {};
  if (client.secret === undefined) body.set("client_id", client.id);
  else headers.authorization = `Basic ${btoa(`${client.id}:${client.secret}`)}`;
  const answer = await registry.request("/api/auth/oauth2/token", {
    method: "POST",
    headers,
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

/** Redeems a code. */
export function redeemCode(
  registry: TestRegistry,
  client: Client,
  code: string,
  resources: readonly string[] = [],
): Promise<TokenAnswer> {
  return askToken(registry, client, {
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirect,
    code_verifier: VERIFIER,
  }, resources);
}

/** Uses a refresh token. */
export function refresh(
  registry: TestRegistry,
  client: Client,
  refresh_token: string | undefined,
  resources: readonly string[] = [],
): Promise<TokenAnswer> {
  return askToken(registry, client, {
    grant_type: "refresh_token",
    refresh_token: refresh_token ?? "",
  }, resources);
}

/** The device code that a person approves, or the error that the application gets. */
export async function deviceCodeOf(
  registry: TestRegistry,
  person: Person,
  client: Client,
  { scope, resources = [] }: Asked,
): Promise<{ code: string } | { error: string }> {
  const { status, body } = await send(registry, "POST /api/auth/device/code", {
    body: {
      client_id: client.id,
      ...(scope === undefined ? {} : { scope }),
      ...(resources.length === 0 ? {} : { resource: resources }),
    },
  });
  if (status !== 200) return { error: body.error };
  const session = { cookie: person.cookie, headers: { origin: ORIGIN } };
  await send(registry, `GET /api/auth/device?user_code=${body.user_code}`, session);
  const approved = await send(registry, "POST /api/auth/device/approve", {
    ...session,
    body: { userCode: body.user_code },
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  return { code: body.device_code };
}

/** Redeems a device code, as deployed clients do. */
export async function redeemDevice(
  registry: TestRegistry,
  client: Client,
  device_code: string,
  resources: readonly string[] = [],
): Promise<TokenAnswer> {
  const { status, body } = await send(registry, "POST /api/auth/device/token", {
    body: {
      grant_type: DEVICE_GRANT,
      client_id: client.id,
      client_secret: client.secret ?? "",
      device_code,
      ...(resources.length === 0 ? {} : { resource: resources }),
    },
  });
  return { status, body };
}

/** For which of the servers an access token is, or the error that stands in its place. */
export function serversOfToken({ status, body }: TokenAnswer): string {
  if (status !== 200) return body.error ?? String(status);
  const [, claims] = body.access_token!.split(".");
  if (claims === undefined) return "none";
  const bytes = Uint8Array.fromBase64(claims, { alphabet: "base64url" });
  const { aud } = JSON.parse(new TextDecoder().decode(bytes)) as { aud: string | string[] };
  const names = new Map([[A, "A"], [B, "B"]]);
  return [aud].flat().filter((one) => !one.endsWith("/oauth2/userinfo"))
    .map((one) => names.get(one) ?? one).sort().join("+");
}
