import { deepEqual, equal, match, ok } from "node:assert/strict";
import { makeOperator } from "../../testing/operator.ts";
import { testRegistry } from "../../testing.ts";
import { AUDIT_ACTION_NAMES } from "../../access/audit/actions.ts";
import { disableAccount, enableAccount } from "../operating/accounts.ts";
import { enrolApp } from "../factor/testing.ts";
import { authenticator } from "../passkey/testing.ts";
import {
  collective,
  cookieOf,
  join,
  type Person,
  personalKey,
  send,
  type Sending,
  signUp,
  token,
} from "../identity/testing.ts";
import type { AuditEntry } from "./schema.ts";

const ORIGIN = "https://registry.test";
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0" };
const ACCOUNT = "/api/v1/account";

async function opened() {
  const registry = await testRegistry({ environment: { SVC_BASE_URL: ORIGIN } });
  const ada = await signUp(registry, "ada");
  const later = (minutes: number) =>
    registry.clock.now = new Date(registry.clock.now.getTime() + minutes * 60_000);
  const prove = ({ cookie }: Pick<Person, "cookie">, body: unknown) =>
    send(registry, `POST ${ACCOUNT}/proofs`, { cookie, body, headers: FIREFOX });
  return { registry, ada, later, prove };
}

Deno.test("what is done to an account is in the log of its personal collective, and nothing else of it", async () => {
  const { registry, ada, later, prove } = await opened();
  await using _ = registry;
  let { cookie } = ada;
  const told: string[] = [];
  const events = async (): Promise<AuditEntry[]> => {
    const { status, body } = await send(
      registry,
      "GET /api/v1/collectives/ada/audit?limit=200",
      { cookie },
    );
    equal(status, 200, JSON.stringify(body));
    return body.events;
  };
  const seen = new Set((await events()).map(({ id }) => id));
  /** What happened since: an action, who did it with what, and the details. */
  const expect = async (...expected: [string, string, string, Record<string, unknown>][]) => {
    const fresh = (await events()).filter(({ id }) => !seen.has(id));
    // Those of one moment have no order.
    const sorted = (all: unknown[]) => all.map((each) => JSON.stringify(each)).sort();
    deepEqual(
      sorted(fresh.map(({ action, by, details }) => [
        action,
        by.username ?? "nobody",
        by.credential,
        Object.fromEntries(Object.entries(details).filter(([name]) => name !== "until")),
      ])),
      sorted(expected),
    );
    for (const { client, by } of fresh) if (by.username) equal(client, "Firefox");
    for (const { id } of fresh) seen.add(id);
    told.push(...fresh.map(({ action }) => action));
  };
  const post = async (line: string, body?: unknown) => {
    const answer = await send(registry, line, { cookie, body, headers: FIREFOX });
    ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  const failed: [string, string, string, Record<string, unknown>] = [
    "proof.failed",
    "ada",
    "session",
    {},
  ];

  for (let n = 0; n < 3; n++) equal((await prove(ada, { password: "wrong" })).status, 401);
  await expect(failed);
  later(60);
  equal((await prove(ada, { password: "wrong" })).status, 401);
  await expect(failed);

  const form = (path: string, fields: Record<string, string>) =>
    registry.request(path, {
      method: "POST",
      headers: { cookie, origin: ORIGIN, ...FIREFOX },
      body: new URLSearchParams(fields),
    });
  const forms: Record<string, () => Promise<{ status: number }>> = {
    "the address": () => form("/account/address", { email: "new@example.org", password: "wrong" }),
    "the password": () =>
      form("/account/password", { current: "wrong", next: "a longer password" }),
    "the password, without the page": () =>
      send(registry, "POST /api/auth/change-password", {
        cookie,
        body: { currentPassword: "wrong", newPassword: "a longer password" },
        headers: { ...FIREFOX, origin: ORIGIN },
      }),
    "the account": () => form("/account/data/delete", { confirm: "ada", password: "wrong" }),
  };
  for (const [what, wrongly] of Object.entries(forms)) {
    later(60);
    for (let n = 0; n < 2; n++) equal((await wrongly()).status, 401, what);
    await expect(failed);
  }

  await prove(ada, { password: ada.password });
  const { challengeId, options } = await post(`POST ${ACCOUNT}/passkeys/options`, {});
  const device = authenticator(ORIGIN);
  const { passkey } = await post(`POST ${ACCOUNT}/passkeys`, {
    challengeId,
    response: device.create(options),
    name: "Ada's telephone",
  });
  await expect(["factor.added", "ada", "session", { factor: "passkey" }]);
  const app = await enrolApp({ ...registry, request: asFirefox(registry) }, cookie);
  await expect(["factor.added", "ada", "session", { factor: "app" }]);
  const codes = (await post(`POST ${ACCOUNT}/recovery-codes`)).recoveryCodes as string[];
  await expect();

  later(60);
  const ask = await post(`POST ${ACCOUNT}/proofs/options`);
  const response = device.sign(ask.options, { userVerified: false });
  equal((await prove({ cookie }, { challengeId: ask.challengeId, response })).status, 401);
  await expect(failed);

  const signIn = async (code: string) => {
    const { username, password } = ada;
    const first = await send(registry, "POST /api/auth/sign-in/username", {
      body: { username, password },
    });
    const pending = first.body.details[0].message;
    return await send(registry, "POST /api/auth/sign-in/second-factor", {
      body: { pending, code },
      headers: FIREFOX,
    });
  };
  later(60);
  equal((await signIn("000000")).status, 401);
  await expect(failed);

  const used = ["recovery_code.used", "ada", "session", {}] as const;
  const begun = ["hold.begun", "ada", "session", { reason: "recovery_code" }] as const;
  cookie = cookieOf((await signIn(codes[0]!)).headers, "svc.session");
  await expect([...used], [...begun]);
  equal((await prove({ cookie }, { code: app.code() })).status, 200);
  await expect(["hold.ended", "ada", "session", {}]);

  cookie = cookieOf((await signIn(codes[1]!)).headers, "svc.session");
  await expect([...used], [...begun]);
  await post(`DELETE ${ACCOUNT}/hold`);
  later(1);
  cookie = cookieOf((await signIn(app.code())).headers, "svc.session");
  await expect(["hold.cancelled", "ada", "session", {}]);

  await post(`DELETE ${ACCOUNT}/passkeys/${passkey.id}`);
  await expect(["factor.removed", "ada", "session", { factor: "passkey" }]);
  await post(`DELETE ${ACCOUNT}/totp`);
  await expect(["factor.removed", "ada", "session", { factor: "app" }]);

  const disabling = { username: "ada", reason: "Ada's laptop", by: "command" } as const;
  await disableAccount(registry.services, disabling, registry.clock.now);
  await enableAccount(registry.services, "ada", registry.clock.now);
  registry.services.events.emit("store.changed", {});
  later(1);
  cookie = await signInAgain(registry, ada);
  await expect(
    ["account.disabled", "nobody", "operator", {}],
    ["account.enabled", "nobody", "operator", {}],
  );

  const stored = await registry.services.db.selectFrom("audit_event").selectAll().execute();
  ok(!/telephone|laptop/.test(JSON.stringify(stored)), "no text that may name a person");
  const prefixes = /^(account|factor|recovery_code|hold|proof)\./;
  const untold = AUDIT_ACTION_NAMES.filter((name) => prefixes.test(name) && !told.includes(name));
  deepEqual(untold, []);
});

async function signInAgain(
  registry: Awaited<ReturnType<typeof testRegistry>>,
  { username, password }: Person,
): Promise<string> {
  const body = { username, password };
  const { headers } = await send(registry, "POST /api/auth/sign-in/username", { body });
  return cookieOf(headers, "svc.session");
}

/** The registry, asked with Firefox. */
function asFirefox(registry: Awaited<ReturnType<typeof testRegistry>>): typeof registry.request {
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("user-agent", FIREFOX["user-agent"]);
    return registry.request(path, { ...init, headers });
  };
}

/** Who asks for the log of ada's personal collective. */
const READERS: readonly [string, number][] = [
  ["ada", 200],
  ["ada's key", 200],
  ["a token of the collective", 403],
  ["an owner of another collective of hers", 403],
  ["an operator", 403],
  ["somebody else", 403],
  ["nobody", 401],
];

Deno.test("nobody but its person reads what was done to an account", async () => {
  const { registry, ada } = await opened();
  await using _ = registry;
  const bob = await signUp(registry, "bob");
  const eve = await signUp(registry, "eve");
  const root = await signUp(registry, "root-of-all");
  await collective(registry, bob, "acme");
  await join(registry, bob, "acme", ada, "owner");
  const ways: Record<string, Sending> = {
    ada: { cookie: ada.cookie },
    "ada's key": { bearer: (await personalKey(registry, ada)).key },
    "a token of the collective": {
      bearer: (await token(registry, ada, "ada", ["collective:*"])).key,
    },
    "an owner of another collective of hers": { cookie: bob.cookie },
    "an operator": { cookie: root.cookie },
    "somebody else": { cookie: eve.cookie },
    nobody: {},
  };
  await makeOperator(registry, root);
  await enrolApp(registry, ada.cookie);
  for (const [who, status] of READERS) {
    for (const path of ["audit", "audit/export"]) {
      const answer = await registry.request(`/api/v1/collectives/ada/${path}`, {
        headers: headersOf(ways[who]!),
      });
      const text = await answer.text();
      equal(answer.status, status, `${who}: ${text}`);
      equal(text.includes("factor.added"), status === 200, who);
    }
    const page = await registry.request("/collectives/ada/settings/audit", {
      headers: headersOf(ways[who]!),
    });
    equal((await page.text()).includes("added a second factor"), who === "ada", who);
  }
  const inAcme = await send(registry, "GET /api/v1/collectives/acme/audit", { cookie: bob.cookie });
  ok(
    !JSON.stringify(inAcme.body).includes("factor.added"),
    "and shared collectives have none of it",
  );
  const security = await registry.request("/account/security", { headers: { cookie: ada.cookie } });
  match(await security.text(), /href="\/collectives\/ada\/settings\/audit"/);
});

function headersOf({ cookie, bearer }: Sending): HeadersInit {
  if (bearer !== undefined) return { authorization: `Bearer ${bearer}` };
  return cookie === undefined ? {} : { cookie };
}
