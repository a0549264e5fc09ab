import assert from "node:assert/strict";
import type { TestRegistry } from "../../testing.ts";

/** A person with an account, as tests act through them. */
export interface Person {
  id: string;
  username: string;
  email: string;
  password: string;
  /** `Cookie` header of their session. */
  cookie: string;
  /** The cookie by which the device is known to their account. */
  device: string;
  /** Session token, as a client holds it in `Authorization`. */
  sessionToken: string;
}

/** An answer read whole. */
export interface Answer {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests assert on the fields they name
  body: any;
  headers: Headers;
}

/** What a test's request may carry besides method and path. */
export interface Sending {
  cookie?: string;
  bearer?: string;
  apiKey?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends one request and reads its JSON answer, or lines of JSON as text. `line` is `METHOD /path`. */
export async function send(
  registry: TestRegistry,
  line: string,
  { cookie, bearer, apiKey, body, headers = {} }: Sending = {},
): Promise<Answer> {
  const [method, path] = line.split(" ") as [string, string];
  const response = await registry.request(path, {
    method,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isLines = response.headers.get("content-type") === "application/x-ndjson";
  return {
    status: response.status,
    body: isLines ? text : text === "" ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

/** Signs somebody up. */
export async function signUp(registry: TestRegistry, username: string): Promise<Person> {
  const email = `${username}@example.org`;
  const password = `${username}'s long password`;
  const answer = await send(registry, "POST /api/auth/sign-up/email", {
    body: { email, password, username },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return {
    id: answer.body.user.id,
    username,
    email,
    password,
    cookie: cookieOf(answer.headers, "svc.session_token"),
    device: cookieOf(answer.headers, "svc.device"),
    sessionToken: answer.body.token,
  };
}

/** The `Cookie` header that answers the `Set-Cookie`s of `headers`, or the one of that name. */
export function cookieOf(headers: Headers, name = ""): string {
  return headers.getSetCookie().map((cookie) => cookie.split(";")[0]!)
    .filter((cookie) => cookie.replace("__Secure-", "").startsWith(name)).join("; ");
}

/** A fresh personal key of `person`. */
export async function personalKey(
  registry: TestRegistry,
  person: Person,
  name = "test",
): Promise<{ id: string; key: string }> {
  const answer = await send(registry, "POST /api/auth/api-key/create", {
    cookie: person.cookie,
    body: { name },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { id: answer.body.id, key: answer.body.key };
}

/** A collective made by `owner`. */
export async function collective(
  registry: TestRegistry,
  owner: Person,
  slug: string,
  settings: Record<string, unknown> = {},
): Promise<{ id: string; slug: string }> {
  const answer = await send(registry, "POST /api/v1/collectives/create", {
    cookie: owner.cookie,
    body: { slug, ...settings },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { id: answer.body.id, slug };
}

/** Makes `person` a member through invitation and acceptance. */
export async function join(
  registry: TestRegistry,
  by: Person,
  slug: string,
  person: Person,
  role = "member",
): Promise<void> {
  const invited = await send(registry, `POST /api/v1/collectives/${slug}/invite`, {
    cookie: by.cookie,
    body: { username: person.username, role },
  });
  assert.equal(invited.status, 200, JSON.stringify(invited.body));
  const accepted = await send(
    registry,
    `POST /api/v1/invitations/${invited.body.invitation.id}/accept`,
    { cookie: person.cookie },
  );
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
}

/** A token of a collective, with its raw key. */
export async function token(
  registry: TestRegistry,
  by: Person,
  slug: string,
  scopes: readonly string[],
  more: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const answer = await send(registry, `POST /api/v1/collectives/${slug}/api-tokens`, {
    cookie: by.cookie,
    body: { name: "test", scopes, ...more },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { id: answer.body.token.id, key: answer.body.key };
}

/** The membership id of `person` in a collective, as its admins' list has it. */
export async function memberId(
  registry: TestRegistry,
  by: Person,
  slug: string,
  person: Person,
): Promise<string> {
  const { body } = await send(registry, `GET /api/v1/collectives/${slug}/members?limit=200`, {
    cookie: by.cookie,
  });
  const found = body.members.find((member: { userId: string }) => member.userId === person.id);
  assert.ok(found, `${person.username} is a member of ${slug}`);
  return found.id;
}

/** What the page of a device's code asks for, in the person's browser. */
export function openDevice(registry: TestRegistry, cookie: string, userCode: string) {
  return send(registry, `GET /api/auth/device?user_code=${userCode}`, { cookie });
}

/** The person's word on a device's code, as its page sends it. */
export function answerDevice(
  registry: TestRegistry,
  cookie: string,
  userCode: string,
  word: "approve" | "deny" = "approve",
) {
  const headers = { origin: "http://registry.test" };
  return send(registry, `POST /api/auth/device/${word}`, { cookie, headers, body: { userCode } });
}
