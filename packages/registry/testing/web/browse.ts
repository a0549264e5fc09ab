import assert from "node:assert/strict";
import type { TestRegistry } from "../../testing.ts";

/** A visitor without a browser: keeps cookies, follows nothing, posts forms as pages do. */
export interface Visitor {
  get(path: string): Promise<Seen>;
  post(path: string, fields: Record<string, string>, headers?: HeadersInit): Promise<Seen>;
  /** What is sent as `Cookie`. */
  cookie(): string;
}

/** An answer, read whole. */
export interface Seen {
  status: number;
  html: string;
  headers: Headers;
  /** Where it leads, for a redirect. */
  location: string | null;
}

/** Begins a visit with no cookies. */
export function visitor(registry: TestRegistry): Visitor {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (path: string, init: RequestInit): Promise<Seen> => {
    const headers = new Headers(init.headers);
    headers.set("accept", "text/html");
    if (jar.size > 0) headers.set("cookie", cookie());
    const response = await registry.request(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return {
      status: response.status,
      html: await response.text(),
      headers: response.headers,
      location: response.headers.get("location"),
    };
  };
  return {
    cookie,
    get: (path) => send(path, {}),
    post: (path, fields, headers = { origin: registry.services.config.baseUrl }) =>
      send(path, { method: "POST", headers, body: new URLSearchParams(fields) }),
  };
}

/** The password every account of these tests has. */
export const PASSWORD = "correct horse battery staple";

/** A visitor who signed up through the form. */
export async function signedUp(registry: TestRegistry, username: string): Promise<Visitor> {
  const someone = visitor(registry);
  const answer = await someone.post("/sign-up", {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  });
  assert.equal(answer.status, 303, answer.html);
  return someone;
}
