import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { enrolApp } from "../factor/testing.ts";
import { mailing } from "../../testing/mail.ts";
import { cookieOf, send, signUp } from "./testing.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NEXT_FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

/** A registry with mail behind a proxy, and a person whose address is confirmed. */
async function world() {
  const mail = await mailing({ environment: { SVC_TRUSTED_PROXIES: "127.0.0.1" } });
  const { registry, smtp } = mail;
  const ada = await signUp(registry, "ada");
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  const subjects = async () => {
    const before = smtp.taken.length;
    await registry.work();
    return smtp.taken.slice(before).map(({ parsed }) => parsed.subject!.replace(/ \(.*\)$/, ""));
  };
  await subjects();
  return {
    registry,
    smtp,
    ada,
    subjects,
    signIn: async (userAgent: string, address: string) => {
      const answer = await send(registry, "POST /api/auth/sign-in/username", {
        body: { username: "ada", password: ada.password },
        headers: { "user-agent": userAgent, "x-forwarded-for": address },
      });
      equal(answer.status, 200, JSON.stringify(answer.body));
      return cookieOf(answer.headers, "svc.session_token");
    },
    [Symbol.asyncDispose]: () => mail[Symbol.asyncDispose](),
  };
}

/** Client and address of one sign-in after another, and whether the person is told of it. */
const SIGN_INS: readonly [client: string, address: string, told: boolean][] = [
  [FIREFOX, "203.0.113.7", true],
  [FIREFOX, "203.0.113.7", false],
  [NEXT_FIREFOX, "203.0.113.200", false],
  [CHROME, "203.0.113.7", true],
  [FIREFOX, "198.51.100.7", true],
  [FIREFOX, "2001:db8:1:2::1", true],
  [FIREFOX, "2001:db8:1:ffff::1", false],
  [FIREFOX, "2001:db8:2::1", true],
  [CHROME, "203.0.113.99", false],
];

Deno.test("a sign-in with a new kind of client, or from a new network, is mailed", async () => {
  await using here = await world();
  for (const [client, address, told] of SIGN_INS) {
    await here.signIn(client, address);
    const expected = told ? ["Sign-in with a new client or from a new network"] : [];
    deepEqual(await here.subjects(), expected, `${client} ${address}`);
  }
  match(here.smtp.taken.at(-1)!.parsed.text!, /with Firefox, from the network 2001:db8:2::\/48/);
});

Deno.test("a wrong password and a sign-in that waits for its code are no new device", async () => {
  await using here = await world();
  const { registry, ada } = here;
  await enrolApp(registry, ada.cookie);
  deepEqual(await here.subjects(), ["A second factor was added"]);
  for (const password of ["wrong password", ada.password]) {
    const answer = await send(registry, "POST /api/auth/sign-in/username", {
      body: { username: "ada", password },
      headers: { "user-agent": CHROME, "x-forwarded-for": "203.0.113.7" },
    });
    equal(answer.status, 401);
  }
  deepEqual(await here.subjects(), []);
});

Deno.test("each change of factors, codes and sessions is mailed to its person", async () => {
  await using here = await world();
  const { registry, ada } = here;
  const act = (line: string, body?: unknown) =>
    send(registry, line, { cookie: ada.cookie, ...(body === undefined ? {} : { body }) });
  const app = await enrolApp(registry, ada.cookie);
  deepEqual(await here.subjects(), ["A second factor was added"]);
  const page = await registry.request("/account/security", { headers: { cookie: ada.cookie } });
  const [, events] = (await page.text()).split("Recent events");
  match(events!, /authenticator app was added/);
  doesNotMatch(events!, /you have to confirm your address/);
  await act("POST /api/v1/account/recovery-codes");
  deepEqual(await here.subjects(), ["New recovery codes were created"]);
  const { body } = await act("POST /api/v1/account/recovery-codes");
  await here.subjects();
  await act("POST /api/v1/account/proofs", { code: body.recoveryCodes[0] });
  const [used, held] = await here.subjects();
  equal(used, "A recovery code was used");
  match(held!, /^Your account is on hold until/);
  await act("POST /api/v1/account/proofs", { code: app.code() });
  deepEqual(await here.subjects(), ["The hold of your account was ended"]);
  await act("DELETE /api/v1/account/totp");
  const [removed] = await here.subjects();
  match(removed!, /removed/);
  await here.signIn(FIREFOX, "127.0.0.1");
  await here.subjects();
  deepEqual((await act("DELETE /api/v1/account/sessions")).body, { ended: 1 });
  deepEqual(await here.subjects(), ["Sessions of your account were ended"]);
  deepEqual((await act("DELETE /api/v1/account/sessions")).body, { ended: 0 });
  deepEqual(await here.subjects(), []);
});

Deno.test("sessions are listed with their last proof, and ended one by one, each by its own person", async () => {
  await using here = await world();
  const { registry, ada } = here;
  const other = await here.signIn(FIREFOX, "203.0.113.7");
  const eve = await signUp(registry, "eve");
  const list = async (cookie: string) =>
    (await send(registry, "GET /api/v1/account/sessions", { cookie })).body.sessions;
  const sessions = await list(ada.cookie);
  deepEqual(sessions.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
  const theirs = sessions.find(({ current }: { current: boolean }) => !current);
  deepEqual([theirs.client, theirs.address], [FIREFOX, "203.0.113.7"]);
  equal(typeof theirs.provedAt, "string");
  const end = (cookie: string, id: string) =>
    send(registry, `DELETE /api/v1/account/sessions/${id}`, { cookie });
  equal((await end(eve.cookie, theirs.id)).status, 404);
  const own = sessions.find(({ current }: { current: boolean }) => current);
  equal((await end(ada.cookie, own.id)).status, 404, "signing out is another thing");
  deepEqual((await end(ada.cookie, theirs.id)).body, { ended: 1 });
  equal((await end(ada.cookie, theirs.id)).status, 404);
  equal((await send(registry, "GET /api/whoami", { cookie: other })).status, 401);
  equal((await list(ada.cookie)).length, 1);
});
