import assert from "node:assert/strict";
import { generateKey } from "@svc/core/key";
import {
  type Person,
  personalKey,
  send,
  type Sending,
  token,
} from "../../features/identity/testing.ts";
import { addPublishKey } from "../extensions/publisher.ts";
import type { TestRegistry } from "../../testing.ts";
import { SPEC_SCOPES } from "./fixture.ts";
import type { MemberRole, Taken } from "./row.ts";

/** One way of sending a credential, and what the spec says the credential is. */
export interface Caller {
  name: string;
  sending: Sending;
  /** `bad`: no longer or never good; `none`: no credential. */
  kind: Exclude<Taken, "anyone" | "everybody"> | "bad" | "none";
  /** The code of a bad credential's refusal, where the spec tells one bad from another. */
  code?: string;
  role?: MemberRole;
  /** Of a CI job's key: the one extension it may publish. */
  extension?: string;
  /** Of a token: its collective and the one scope it holds. */
  of?: string;
  scope?: string;
  /** A person with the operator's mark, a second factor and a proof. */
  operator?: true;
  /** Sent by a browser on behalf of another site. */
  foreign?: true;
}

/** Tokens of a collective, one for each scope there is, so that a row shows which of them it takes. */
export async function tokensOf(
  registry: TestRegistry,
  owner: Person,
  slug: string,
): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const scope of SPEC_SCOPES) {
    const { key } = await token(registry, owner, slug, [scope]);
    const as = (name: string, sending: Sending): Caller => ({
      name: `token of ${slug} with ${scope}${name}`,
      sending,
      kind: "token",
      of: slug,
      scope,
    });
    callers.push(as("", { bearer: key }));
    if (!scope.endsWith("*")) continue;
    callers.push(as(" as x-api-key", { apiKey: key }));
    callers.push(as(" before a wrong x-api-key", { bearer: key, apiKey: generateKey("personal") }));
  }
  return callers;
}

/** Keys of CI jobs: one that is good, and those that were. */
export async function publishKeysOf(
  { services }: TestRegistry,
  extension: string,
): Promise<Caller[]> {
  const bad = (name: string, key: string, code: string): Caller => ({
    name: `${name} key of a CI job for ${extension}`,
    sending: { bearer: key },
    kind: "bad",
    code,
  });
  const { key } = await addPublishKey(services, extension);
  const revoked = await addPublishKey(services, extension);
  await services.db.updateTable("publish_token").set({ revoked_at: "2020-01-01T00:00:00.000Z" })
    .where("id", "=", revoked.id).execute();
  const unpublished = await addPublishKey(services, extension);
  await services.db.deleteFrom("publisher").where("id", "=", unpublished.publisher).execute();
  const disabled = await addPublishKey(services, extension);
  await services.db.updateTable("publisher").set({ disabled_at: "2020-01-01T00:00:00.000Z" })
    .where("id", "=", disabled.publisher).execute();
  const old = new Date(services.now().getTime() - 15 * 60_000);
  const expired = await addPublishKey({ ...services, now: () => old }, extension);
  return [
    {
      name: `key of a CI job for ${extension}`,
      sending: { bearer: key },
      kind: "publish",
      extension,
    },
    bad("revoked", revoked.key, "invalid_api_key"),
    bad("publisher removed:", unpublished.key, "invalid_api_key"),
    bad("publisher disabled:", disabled.key, "invalid_api_key"),
    bad("expired", expired.key, "token_expired"),
  ];
}

/** Tokens that were good: revoked, deleted, expired. */
export async function deadTokensOf(
  registry: TestRegistry,
  owner: Person,
  slug: string,
): Promise<Caller[]> {
  const scopes = SPEC_SCOPES.filter((scope) => scope.endsWith("*"));
  const base = `/api/v1/collectives/${slug}/api-tokens`;
  const revoked = await token(registry, owner, slug, scopes);
  await send(registry, `PATCH ${base}/${revoked.id}`, {
    cookie: owner.cookie,
    body: { enabled: false },
  });
  const deleted = await token(registry, owner, slug, scopes);
  await send(registry, `DELETE ${base}/${deleted.id}`, { cookie: owner.cookie });
  const expired = await token(registry, owner, slug, scopes, { expiresInDays: 1 });
  await registry.services.db.updateTable("collective_token")
    .set({ expires_at: "2020-01-01T00:00:00.000Z" }).where("id", "=", expired.id).execute();
  const bad = (name: string, key: string, code: string): Caller => ({
    name: `${name} token of ${slug}`,
    sending: { bearer: key },
    kind: "bad",
    code,
  });
  return [
    bad("revoked", revoked.key, "invalid_api_key"),
    bad("deleted", deleted.key, "invalid_api_key"),
    bad("expired", expired.key, "token_expired"),
  ];
}

/**
 * The credentials of a person; with `odd` every way to present them, and both headers at once: which of
 * them counts is decided before what the person may.
 */
export async function waysOf(
  registry: TestRegistry,
  person: Person,
  role: MemberRole,
  who: string,
  odd: boolean,
): Promise<Caller[]> {
  const { key } = await personalKey(registry, person);
  const exchanged = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  const garbage = generateKey("personal");
  const { cookie, sessionToken } = person;
  const as = (name: string, kind: Caller["kind"], sending: Sending): Caller => ({
    name: `${who}'s ${name}`,
    kind,
    sending,
    role,
  });
  const oddly = () => [
    as("session token as x-api-key", "bad", { apiKey: sessionToken }),
    as("cookie's value as x-api-key", "bad", {
      apiKey: `cookie ${decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1))}`,
    }),
    as("key as x-api-key", "key", { apiKey: key }),
    as("key before a wrong x-api-key", "key", { bearer: key, apiKey: garbage }),
    as("key by the scheme token", "bad", { headers: { authorization: `token ${key}` } }),
    as("key behind a wrong Authorization", "bad", { bearer: garbage, apiKey: key }),
    as("cookie behind a wrong key", "bad", { bearer: garbage, cookie }),
    as("key before their own cookie", "key", { bearer: key, cookie }),
  ];
  return [
    as("cookie", "cookie", { cookie }),
    {
      ...as("cookie, sent by another site", "cookie", {
        cookie,
        headers: { origin: "https://evil.example" },
      }),
      foreign: true,
    },
    as("session token", "sessionToken", { bearer: sessionToken }),
    as("exchanged session", "exchange", { bearer: exchanged.body.token }),
    as("key", "key", { bearer: key }),
    ...odd ? oddly() : [],
  ];
}

/** An owner's credentials that have ended, each in its own way. */
export async function endedWaysOf(registry: TestRegistry, owner: Person): Promise<Caller[]> {
  const { db } = registry.services;
  const signIn = async () => {
    const { headers, body } = await send(registry, "POST /api/auth/sign-in/username", {
      body: { username: owner.username, password: owner.password },
    });
    return { cookie: headers.getSetCookie()[0]!.split(";")[0]!, token: body.token as string };
  };
  const out = await signIn();
  const { status } = await send(registry, "POST /api/auth/sign-out", {
    cookie: out.cookie,
    body: {},
    headers: { origin: "http://registry.test" },
  });
  assert.equal(status, 200);
  const old = await signIn();
  await db.updateTable("session").set({ expiresAt: "2020-01-01T00:00:00.000Z" })
    .where("token", "=", old.token).execute();
  const disabled = await personalKey(registry, owner, "disabled");
  const exchange = async ({ key }: { key: string }) =>
    (await send(registry, "POST /api/v1/auth/exchange", { bearer: key })).body.token as string;
  const exchangedDisabled = await exchange(disabled);
  await send(registry, "POST /api/auth/api-key/update", {
    cookie: owner.cookie,
    body: { keyId: disabled.id, enabled: false },
  });
  const deleted = await personalKey(registry, owner, "deleted");
  const exchangedDeleted = await exchange(deleted);
  await send(registry, "POST /api/auth/api-key/delete", {
    cookie: owner.cookie,
    body: { keyId: deleted.id },
  });
  const expired = await personalKey(registry, owner, "expired");
  const exchangedExpired = await exchange(expired);
  await db.updateTable("apikey").set({ expiresAt: "2020-01-01T00:00:00.000Z" })
    .where("id", "=", expired.id).execute();
  registry.services.auth.resolver.cache.forget(expired.id);
  const bad = (name: string, sending: Sending, code = "invalid_api_key"): Caller => ({
    name,
    sending,
    kind: "bad",
    code,
  });
  return [
    // A cookie that is not a good leaves a stranger, as browsers keep cookies for ever.
    { name: "cookie of a session signed out", sending: { cookie: out.cookie }, kind: "none" },
    { name: "cookie of an expired session", sending: { cookie: old.cookie }, kind: "none" },
    { name: "tampered cookie", sending: { cookie: `${owner.cookie}A` }, kind: "none" },
    bad("token of a session signed out", { bearer: out.token }),
    bad("token of an expired session", { bearer: old.token }),
    bad("disabled key", { bearer: disabled.key }),
    bad("session exchanged for a disabled key", { bearer: exchangedDisabled }),
    bad("deleted key", { bearer: deleted.key }),
    bad("session exchanged for a deleted key", { bearer: exchangedDeleted }),
    bad("expired key", { bearer: expired.key }, "token_expired"),
    bad("session exchanged for an expired key", { bearer: exchangedExpired }, "token_expired"),
  ];
}

/** What nobody was ever given. */
export function garbageCallers(): Caller[] {
  const keys = ["x", "svc_", "svc_org_", `svc_tmp_${"0".repeat(32)}`, "a".repeat(32)];
  return [
    ...[...keys, generateKey("personal"), generateKey("collective")].flatMap((key): Caller[] => [
      { name: `garbage ${key}`, sending: { bearer: key }, kind: "bad" },
      { name: `garbage ${key} as x-api-key`, sending: { apiKey: key }, kind: "bad" },
    ]),
    { name: "Basic", sending: { headers: { authorization: "Basic YTpi" } }, kind: "bad" },
  ];
}
