import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { POLICY_ROWS } from "@svc/core/policy";
import { routePattern } from "../../access/endpoint/route_path.ts";
import { enrolApp } from "../factor/testing.ts";
import { type Person, send, signUp } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

/** Fields by which each of these would do its work. All of them ask for a proof. */
const GUARDED: Readonly<Record<string, (person: Person) => Record<string, string>>> = {
  "POST /api/auth/change-password": ({ password }) => ({
    currentPassword: password,
    newPassword: "another long password",
  }),
  "POST /api/auth/device/approve": () => ({ userCode: "ABCDEFGH" }),
  "POST /account/address": ({ password }) => ({ email: "next@example.org", password }),
  "POST /account/data/delete": ({ username, password }) => ({ confirm: username, password }),
  "POST /oauth/consent": () => ({ decision: "allow", oauth_query: "client_id=x" }),
};

const CALLS_ROWS = "only calls rows of the policy table, or paths of this list";
const BEFORE_SIGN_IN = "for people who are not signed in";
const ENDS = "ends or refuses something: nobody gets more than before";
const BY_SECRET = "needs a secret of its own, which a stolen session does not have";
const HARMLESS = "changes nothing that gives rights";

/** Everything else that takes a POST or PUT and is not in the policy table, and why no proof is asked. */
const FREE: Readonly<Record<string, string>> = {
  "PUT /uploads/:id": BY_SECRET,
  "POST /api/auth/sign-up/email": BEFORE_SIGN_IN,
  "POST /api/auth/sign-in/email": BEFORE_SIGN_IN,
  "POST /api/auth/sign-in/username": BEFORE_SIGN_IN,
  "POST /api/auth/sign-in/second-factor": BEFORE_SIGN_IN,
  "POST /api/auth/passkey/sign-in-options": BEFORE_SIGN_IN,
  "POST /api/auth/sign-in/passkey": BEFORE_SIGN_IN,
  "POST /api/auth/sign-out": ENDS,
  "POST /api/auth/device/code": BEFORE_SIGN_IN,
  "POST /api/auth/device/token": BY_SECRET,
  "POST /api/auth/device/deny": ENDS,
  "POST /staged/:id": CALLS_ROWS,
  "POST /api/auth/oauth2/token": BY_SECRET,
  "POST /api/auth/oauth2/revoke": BY_SECRET,
  "POST /api/auth/oauth2/introspect": BY_SECRET,
  "POST /api/auth/oauth2/userinfo": BY_SECRET,
  "POST /api/auth/oauth2/register": "a session registers nothing: keys and tokens do",
  "POST /first-steps": HARMLESS,
  "POST /extensions": CALLS_ROWS,
  "POST /report": CALLS_ROWS,
  "POST /claim": CALLS_ROWS,
  "POST /claim/withdraw": CALLS_ROWS,
  "POST /operator": CALLS_ROWS,
  "POST /collectives/:slug/leave": CALLS_ROWS,
  "POST /collectives/:slug/transfers": CALLS_ROWS,
  "POST /collectives/:slug/settings/:action": CALLS_ROWS,
  "POST /account/keys": CALLS_ROWS,
  "POST /account/keys/delete": CALLS_ROWS,
  "POST /account/password": CALLS_ROWS,
  "POST /account/address/verify": HARMLESS,
  "POST /account/address/confirm": BY_SECRET,
  "POST /account/security": CALLS_ROWS,
  "POST /account/hold": BY_SECRET,
  "POST /account/proof": CALLS_ROWS,
  "POST /account/sessions": ENDS,
  "POST /account/data/export": "shows what each page shows, and no secret",
  "POST /account/collectives": CALLS_ROWS,
  "POST /account/invitations": CALLS_ROWS,
  "POST /account/profile": CALLS_ROWS,
  "POST /account/applications": CALLS_ROWS,
  "POST /account/applications/delete": CALLS_ROWS,
  "POST /account/applications/withdraw": CALLS_ROWS,
  "POST /notifications/invitation": CALLS_ROWS,
  "POST /notifications/open": HARMLESS,
  "POST /notifications/read": HARMLESS,
  "POST /notifications/read-all": HARMLESS,
  "POST /sign-in": BEFORE_SIGN_IN,
  "POST /sign-in/code": BEFORE_SIGN_IN,
  "POST /sign-in/passkey": BEFORE_SIGN_IN,
  "POST /sign-up": BEFORE_SIGN_IN,
  "POST /sign-out": ENDS,
  "POST /forgot-password": BEFORE_SIGN_IN,
  "POST /reset-password": BY_SECRET,
  "POST /device": CALLS_ROWS,
  "POST /login": CALLS_ROWS,
  "POST /lab/new": CALLS_ROWS,
  "POST /lab/:number": CALLS_ROWS,
  "POST /lab/:number/change": CALLS_ROWS,
};

Deno.test("whatever changes something beside the policy table is known to ask for a proof, or why not", async () => {
  await using registry = await testRegistry();
  const rows = new Set<string>(
    POLICY_ROWS.map(([, { method, path }]) => `${method} ${routePattern(path)}`),
  );
  const taken = registry.app.routes.filter(({ method }) => method !== "GET" && method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`).filter((line) => !rows.has(line));
  deepEqual([...new Set(taken)].sort(), [...Object.keys(GUARDED), ...Object.keys(FREE)].sort());
});

/** Sends a line of {@link GUARDED} as its page or client does. */
async function ask(registry: TestRegistry, line: string, person: Person) {
  const [method, path] = line.split(" ") as [string, string];
  const fields = GUARDED[line]!(person);
  const isPage = !path.startsWith("/api/");
  const response = await registry.request(path, {
    method,
    headers: {
      cookie: person.cookie,
      origin: "http://registry.test",
      accept: isPage ? "text/html" : "application/json",
      ...(isPage ? {} : { "content-type": "application/json" }),
    },
    body: isPage ? new URLSearchParams(fields) : JSON.stringify(fields),
  });
  return { status: response.status, text: await response.text(), isPage };
}

const state = async ({ services: { db } }: TestRegistry) => ({
  people: await db.selectFrom("user").select(["email", "username"]).execute(),
  passwords: await db.selectFrom("account").select("password").execute(),
  links: await db.selectFrom("account_link").select("id").execute(),
});

for (const line of Object.keys(GUARDED)) {
  Deno.test(`${line} does nothing for a session that was not proved by the second factor`, async () => {
    await using registry = await testRegistry();
    const ada = await signUp(registry, "ada");
    const app = await enrolApp(registry, ada.cookie);
    registry.clock.now = new Date(registry.clock.now.getTime() + 11 * 60_000);
    const before = await state(registry);
    const refused = await ask(registry, line, ada);
    equal(refused.status, 401, refused.text);
    match(refused.text, refused.isPage ? /action="\/account\/proof"/ : /"proof_required"/);
    deepEqual(await state(registry), before);

    const proved = await send(registry, "POST /api/v1/account/proofs", {
      cookie: ada.cookie,
      body: { code: app.code() },
    });
    equal(proved.status, 200, JSON.stringify(proved.body));
    const admitted = await ask(registry, line, ada);
    notEqual(admitted.status, 401, admitted.text);
  });
}

Deno.test("without a second factor the password that a form has is the proof", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  registry.clock.now = new Date(registry.clock.now.getTime() + 11 * 60_000);
  const changed = await ask(registry, "POST /account/address", ada);
  equal(changed.status, 200, changed.text);
  const password = await ask(registry, "POST /api/auth/change-password", ada);
  equal(password.status, 200, password.text);
  const next = { ...ada, password: "another long password" };
  const deleted = await ask(registry, "POST /account/data/delete", next);
  match(deleted.text, /was deleted/);
});
