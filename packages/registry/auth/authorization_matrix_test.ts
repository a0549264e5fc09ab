import assert from "node:assert/strict";
import { generateKey } from "@svc/core/key";
import { POLICY_ROWS } from "@svc/core/policy";
import {
  collective,
  join,
  type Person,
  personalKey,
  send,
  type Sending,
  signUp,
  token,
} from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../testing.ts";
import { FIXTURE, type FixtureRow, type Taken } from "./authorization_matrix_fixture.ts";

const PUBLIC = "acme";
const PRIVATE = "hidden-club";
const ABSENT = "no-such-one";
const SLUGS = [PUBLIC, PRIVATE, ABSENT];

/** One way of sending a credential, and what the spec says the credential is. */
interface Caller {
  name: string;
  sending: Sending;
  /** `bad`: no longer or never good; `none`: no credential. */
  kind: Exclude<Taken, "anyone"> | "bad" | "none";
  code?: string;
  role?: "member" | "admin" | "owner";
  /** Of a token: its collective and what it holds. */
  of?: string;
  scopes?: readonly string[];
}

const SCOPE_SETS: readonly (readonly string[])[] = [
  ["collective:read"],
  ["collective:write"],
  ["collective:*"],
  ["serve:*"],
  ["lab:*", "extensions:push", "billing:manage", "notifications:read"],
];

async function world(registry: TestRegistry): Promise<Caller[]> {
  const owner = await signUp(registry, "olga");
  const people: [Person, Caller["role"]][] = [
    [owner, "owner"],
    [await signUp(registry, "adam"), "admin"],
    [await signUp(registry, "mary"), "member"],
    [await signUp(registry, "zoe"), undefined],
  ];
  const callers: Caller[] = [{ name: "anonymous", sending: {}, kind: "none" }];
  for (const [slug, settings] of [[PUBLIC, {}], [PRIVATE, { private: true }]] as const) {
    await collective(registry, owner, slug, settings);
    for (const [person, role] of people) {
      if (role === "admin" || role === "member") await join(registry, owner, slug, person, role);
    }
    for (const scopes of SCOPE_SETS) {
      const { key } = await token(registry, owner, slug, scopes);
      const name = `token of ${slug} with ${scopes.join("+")}`;
      callers.push({ name, sending: { bearer: key }, kind: "token", of: slug, scopes });
      callers.push({
        name: `${name} as x-api-key`,
        sending: { apiKey: key },
        kind: "token",
        of: slug,
        scopes,
      });
    }
    callers.push(...await deadTokens(registry, owner, slug));
  }
  for (const [person, role] of people) callers.push(...await waysOf(registry, person, role));
  for (const [name, key] of [["personal", "personal"], ["collective", "collective"]] as const) {
    callers.push({
      name: `unknown ${name} key`,
      sending: { bearer: generateKey(key) },
      kind: "bad",
    });
  }
  for (const garbage of ["x", "svc_", "svc_org_", `svc_tmp_${"0".repeat(32)}`, "a".repeat(32)]) {
    callers.push({ name: `garbage ${garbage}`, sending: { bearer: garbage }, kind: "bad" });
    callers.push({ name: `garbage ${garbage} as key`, sending: { apiKey: garbage }, kind: "bad" });
  }
  return callers;
}

/** Every way a person may present himself, and both headers at once. */
async function waysOf(
  registry: TestRegistry,
  person: Person,
  role: Caller["role"],
): Promise<Caller[]> {
  const { key } = await personalKey(registry, person);
  const exchanged = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  const who = `${role ?? "outsider"}'s`;
  const garbage = generateKey("personal");
  const as = (
    name: string,
    kind: Caller["kind"],
    sending: Sending,
  ): Caller => ({ name: `${who} ${name}`, kind, sending, ...(role === undefined ? {} : { role }) });
  return [
    as("cookie", "cookie", { cookie: person.cookie }),
    as("session token", "sessionToken", { bearer: person.sessionToken }),
    as("session token as x-api-key", "bad", { apiKey: person.sessionToken }),
    as("exchanged session", "exchange", { bearer: exchanged.body.token }),
    as("key", "key", { bearer: key }),
    as("key as x-api-key", "key", { apiKey: key }),
    as("key before a wrong x-api-key", "key", { bearer: key, apiKey: garbage }),
    as("key behind a wrong Authorization", "bad", { bearer: garbage, apiKey: key }),
    as("cookie behind a wrong key", "bad", { bearer: garbage, cookie: person.cookie }),
    as("key before his own cookie", "key", { bearer: key, cookie: person.cookie }),
  ];
}

async function deadTokens(
  registry: TestRegistry,
  owner: Person,
  slug: string,
): Promise<Caller[]> {
  const scopes = ["collective:*", "serve:*"];
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
  return [
    { name: `revoked token of ${slug}`, sending: { bearer: revoked.key }, kind: "bad" },
    { name: `deleted token of ${slug}`, sending: { bearer: deleted.key }, kind: "bad" },
    {
      name: `expired token of ${slug}`,
      sending: { bearer: expired.key },
      kind: "bad",
      code: "token_expired",
    },
  ];
}

/** What the spec's order of refusals answers. */
function expected(row: FixtureRow, slug: string | undefined, caller: Caller): number {
  if (caller.kind === "bad") return 401;
  if (row.takes.includes("anyone")) {
    // What an exchanged session or a session token is good for is told by its own section alone.
    return caller.kind === "exchange" || caller.kind === "sessionToken" ? 403 : row.admitted;
  }
  if (caller.kind === "none") return 401;
  if (!row.takes.includes(caller.kind)) return 403;
  if (caller.kind === "token") {
    if (slug !== undefined && caller.of !== slug) return 403;
    if (row.scope !== undefined && !holds(caller.scopes!, row.scope)) return 403;
    return row.admitted;
  }
  if (slug === undefined) return row.admitted;
  if (slug === ABSENT || (slug === PRIVATE && caller.role === undefined)) return 404;
  const order = [undefined, "member", "admin", "owner"];
  return order.indexOf(caller.role) >= order.indexOf(row.role) ? row.admitted : 403;
}

function holds(held: readonly string[], scope: string): boolean {
  return held.includes(scope) || held.includes(`${scope.split(":")[0]}:*`);
}

Deno.test("every row answers every credential as the spec's tables say", async () => {
  await using registry = await testRegistry();
  const callers = await world(registry);
  const differences: string[] = [];
  let cases = 0;
  for (const row of FIXTURE) {
    const slugs = row.line.includes("{slug}") ? SLUGS : [undefined];
    for (const slug of slugs) {
      const line = row.line.replace("{slug}", slug ?? "");
      for (const caller of callers) {
        cases++;
        const answer = await send(registry, line, {
          ...caller.sending,
          ...(row.body === undefined ? {} : { body: row.body }),
        });
        const wanted = expected(row, slug, caller);
        if (answer.status !== wanted) {
          differences.push(`${line} by ${caller.name}: ${answer.status}, not ${wanted}`);
          continue;
        }
        if (caller.code !== undefined) assert.equal(answer.body.code, caller.code);
        if (wanted === 403 && row.takes.includes("token") && caller.kind === "token") {
          const own = slug === undefined || caller.of === slug;
          if (own) {
            assert.deepEqual(Object.keys(answer.body), ["error"], line);
            assert.match(answer.body.error, new RegExp(`requires the ${escape(row.scope!)} scope`));
          }
        }
      }
    }
  }
  assert.deepEqual(differences, []);
  assert.ok(cases > 3000, `${cases} cases`);
});

function escape(text: string): string {
  return text.replaceAll("*", "\\*");
}

Deno.test("the fixture and the policy table name the same rows of these chapters", () => {
  const chapters = new Set(["identity", "collectives", "tokens", "service"]);
  const table = POLICY_ROWS.filter(([, row]) => chapters.has(row.tag))
    .map(([key, row]) => `${key} ${row.method} ${row.path.replaceAll(/\{\w+\}/g, "*")}`);
  const fixture = FIXTURE.map(({ key, line }) => {
    const path = line.split("?")[0]!.replaceAll(/\{\w+\}|not-a-uuid/g, "*");
    return `${key} ${path}`;
  });
  assert.deepEqual(fixture.toSorted(), table.toSorted());
});

Deno.test("on every row of the service a bad credential is 401, and no credential too unless anybody may", async () => {
  await using registry = await testRegistry();
  const values: Record<string, string> = {
    name: "%40acme%2Fnone",
    version: "2026.01.01.1",
    slug: PUBLIC,
  };
  for (const [key, row] of POLICY_ROWS) {
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "1");
    const line = `${row.method} ${path}`;
    const bad = await send(registry, line, { bearer: generateKey("personal") });
    assert.equal(bad.status, 401, `${key} with an unknown key`);
    assert.equal(bad.headers.get("www-authenticate"), 'Bearer realm="svc"');
    if (row.credentials.includes("anonymous")) continue;
    const none = await send(registry, line);
    assert.deepEqual([none.status, none.body.code], [401, "not_authenticated"], key);
  }
});
