import assert from "node:assert/strict";
import type { Person } from "../../packages/registry/features/identity/testing.ts";
import type { OAuthServer } from "./oauth_server.ts";
import type { Acme } from "./people.ts";

/** A browser without a screen: keeps the cookies of the server, follows nothing by itself. */
export interface Tab {
  jar: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** Opens one. */
export function tab(server: OAuthServer): Tab {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (jar.size > 0) {
      headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await server.ask(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  };
  return {
    jar,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, headers = {}) => send(path, { method: "POST", headers }),
  };
}

/** The session's cookie in a tab. */
export function sessionOf({ jar }: Tab): string | undefined {
  return [...jar].find(([name]) => name.includes("svc_session"))?.[1];
}

/** Begins to sign in. @returns where the browser is sent, at the registry */
export async function begin(one: Tab, path = "/auth/login"): Promise<URL> {
  const response = await one.get(path);
  assert.equal(response.status, 303, await response.text());
  return new URL(response.headers.get("location")!);
}

/** Allows the request at the registry as a person. @returns where their browser is sent back to */
export async function allow({ registry, url }: Acme, person: Person, request: URL): Promise<URL> {
  const first = await registry.request(request.pathname + request.search, {
    headers: { cookie: person.cookie },
    redirect: "manual",
  });
  const next = new URL(first.headers.get("location")!, url);
  if (next.origin !== url) return next;
  assert.equal(next.pathname, "/oauth/consent", next.href);
  const allowed = await registry.request("/oauth/consent", {
    method: "POST",
    headers: {
      cookie: person.cookie,
      origin: url,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ oauth_query: next.search.slice(1), decision: "allow" }),
  });
  assert.equal(allowed.status, 200, await allowed.text());
  return new URL(allowed.headers.get("refresh")!.slice("0;url=".length));
}

/** Signs a person in, whole. @returns the answer of the callback */
export async function signIn(
  acme: Acme,
  one: Tab,
  person: Person,
  path = "/auth/login",
): Promise<Response> {
  const back = await allow(acme, person, await begin(one, path));
  return await one.get(back.pathname + back.search);
}
