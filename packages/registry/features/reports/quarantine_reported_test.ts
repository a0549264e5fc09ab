import assert from "node:assert/strict";
import { collective, personalKey, send, signUp } from "../identity/testing.ts";
import { quarantine, release } from "../operating/takedown.ts";
import { exposition } from "../operating/exposition.ts";
import { published } from "../../testing/extensions/push.ts";
import { closeReport, listReports } from "./decide.ts";
import { sweep } from "../../jobs.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const NAME = "@acme/hello";
const VERSION = "2026.01.02.1";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is reported, by whom and when, beside the case in which two reports quarantine. */
interface Case {
  /** Age of the second account, in days. */
  age?: number;
  /** Of the second report. */
  category?: string;
  version?: string;
  /** Of the first one. */
  firstVersion?: string;
  /** Hours between the two. */
  apart?: number;
  /** Days from the publication to the first report. */
  published?: number;
  /** Both by one person. */
  alone?: true;
  then?(registry: TestRegistry): Promise<unknown>;
}

const set = (values: Record<string, unknown>) => ({ services: { db } }: TestRegistry) =>
  db.updateTable("extension_version").set(values).execute();

const CASES: Readonly<Record<string, [Case, quarantined: boolean]>> = {
  "two old accounts, a young version": [{}, true],
  "one that names the version": [{ version: VERSION }, true],
  "a version of nearly two weeks": [{ published: 13 }, true],
  "an account of 29 days": [{ age: 29 }, false],
  "one account twice": [{ alone: true }, false],
  "another reason": [{ category: "spam" }, false],
  "25 hours apart": [{ apart: 25 }, false],
  "a version of two weeks": [{ published: 14 }, false],
  "about another version": [{ version: "2026.01.01.1", firstVersion: VERSION }, false],
  "a verified version": [{ then: set({ verified_by_svc: 1 }) }, false],
  "two accounts with one address": [{
    then: ({ services: { db } }) =>
      db.updateTable("user").set({ email: "Cy@example.org" }).where("username", "=", "dot")
        .execute(),
  }, false],
};

async function world(registry: TestRegistry) {
  const { clock } = registry;
  const at = (days: number) => clock.now = new Date(clock.now.getTime() + days * DAY);
  const cy = await signUp(registry, "cy");
  const dot = await signUp(registry, "dot");
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { key } = await personalKey(registry, ada);
  return { cy, dot, ada, key, at };
}

const report = async (registry: TestRegistry, { cookie }: { cookie: string }, more = {}) => {
  const body = { extension: NAME, category: "malware", text: "It sends keys away.", ...more };
  const answer = await send(registry, "POST /api/v1/reports", { cookie, body });
  // Who had it quarantined is told that it is.
  assert.ok([200, 403].includes(answer.status), JSON.stringify(answer.body));
};

const isQuarantined = async ({ services: { db } }: TestRegistry, version = VERSION) =>
  (await db.selectFrom("extension_version").select("takedown_kind").where("version", "=", version)
    .executeTakeFirstOrThrow()).takedown_kind === "quarantine";

for (const [what, [made, expected]] of Object.entries(CASES)) {
  Deno.test(`reports of malware: ${what} ${expected ? "quarantines" : "does not"}`, async () => {
    await using registry = await testRegistry();
    const { clock } = registry;
    const { cy, dot, key, at } = await world(registry);
    await registry.services.db.updateTable("session")
      .set({ expiresAt: new Date(clock.now.getTime() + 90 * DAY).toISOString() }).execute();
    at(31);
    await registry.services.db.updateTable("user")
      .set({ createdAt: new Date(clock.now.getTime() - (made.age ?? 31) * DAY).toISOString() })
      .where("username", "=", "dot").execute();
    for (const version of ["2026.01.01.1", VERSION]) {
      await published(registry, key, { name: NAME, version });
    }
    at(made.published ?? 0);
    await made.then?.(registry);
    await report(registry, cy, made.firstVersion ? { version: made.firstVersion } : {});
    assert.equal(await isQuarantined(registry), false, "one report alone");
    clock.now = new Date(clock.now.getTime() + (made.apart ?? 1) * HOUR);
    await report(registry, made.alone ? cy : dot, {
      ...(made.category && { category: made.category }),
      ...(made.version && { version: made.version }),
    });
    assert.equal(await isQuarantined(registry), expected);
    assert.equal(await isQuarantined(registry, "2026.01.01.1"), false, "an older version");
    assert.equal(registry.logged.some((line) => line.includes("quarantine.by_reports")), expected);
  });
}

Deno.test("what reports quarantined ends after 72 hours, once, loudly; an operator's decision stands", async () => {
  await using registry = await testRegistry();
  const { services, clock, logged } = registry;
  const { cy, dot, key, ada, at } = await world(registry);
  await services.db.updateTable("session")
    .set({ expiresAt: new Date(clock.now.getTime() + 90 * DAY).toISOString() }).execute();
  at(31);
  await published(registry, key, { name: NAME });
  const metric = async () =>
    Number(/^svc_quarantine_undecided_seconds (\S+)$/m.exec(await exposition(services))![1]);
  assert.equal(await metric(), 0);
  await report(registry, cy);
  await report(registry, dot);
  assert.equal(await isQuarantined(registry), true);
  at(71 / 24);
  await sweep(services);
  assert.equal(await isQuarantined(registry), true);
  assert.equal(Math.round(await metric() / 3600), 71);
  at(2 / 24);
  await sweep(services);
  assert.equal(await isQuarantined(registry), false);
  assert.equal(await metric(), 0);
  const lifted = logged.filter((line) => line.includes("quarantine.lifted"));
  assert.equal(lifted.length, 1);
  assert.match(lifted[0]!, /"error"/);

  // New ones, less than a day old: a report that is open keeps its day.
  for (const { number } of await listReports(services.db, { closedToo: false })) {
    await closeReport(services.db, number, "Looked at.", services.now());
  }
  for (const person of [cy, dot]) {
    await report(registry, person, { text: "It still does." });
  }
  const young = await listReports(services.db, { closedToo: false });
  assert.deepEqual(young.map(({ createdAt }) => createdAt), [
    services.now().toISOString(),
    services.now().toISOString(),
  ]);
  assert.equal(await isQuarantined(registry), false, "two accounts do not keep it away again");

  const subject = { name: NAME, version: VERSION };
  await quarantine(services, subject, { note: "Looked at." }, services.now());
  at(10);
  await sweep(services);
  assert.equal(await isQuarantined(registry), true, "an operator's does not end by itself");
  await release(services, subject, services.now());
  const { body } = await send(registry, "GET /api/v1/notifications", { cookie: ada.cookie });
  assert.deepEqual(
    body.notifications.map(({ title }: { title: string }) => title.replace(/:.*/, ""))
      .filter((title: string) => title.includes("quarantine")),
    [
      `${NAME}@${VERSION} was released from quarantine`,
      `${NAME}@${VERSION} was put in quarantine`,
      `${NAME}@${VERSION} was released from quarantine`,
      `${NAME}@${VERSION} was put in quarantine`,
    ],
  );
  const [{ url, data }] = body.notifications;
  assert.deepEqual([data.extension, data.version], [NAME, VERSION]);
  const opened = await registry.request(url, { headers: { accept: "text/html" } });
  assert.equal(opened.status, 200, url);
  const events = await services.db.selectFrom("audit_event")
    .select(["action", "credential", "actor_user_id"]).where("action", "in", [
      "quarantined",
      "released",
    ])
    .orderBy("at").execute();
  assert.deepEqual(events.map(({ action, credential }) => `${action} by ${credential}`), [
    "quarantined by registry",
    "released by registry",
    "quarantined by operator",
    "released by operator",
  ]);
  assert.ok(events.every((event) => event.actor_user_id === null));
});

Deno.test("an operator who decides while a report is made is not overruled", async () => {
  await using registry = await testRegistry();
  const { services, clock } = registry;
  const { cy, dot, key, at } = await world(registry);
  await services.db.updateTable("session")
    .set({ expiresAt: new Date(clock.now.getTime() + 90 * DAY).toISOString() }).execute();
  at(31);
  await published(registry, key, { name: NAME });
  await report(registry, cy);
  const subject = { name: NAME, version: VERSION };
  await quarantine(services, subject, { note: "Looked at." }, services.now());
  await Promise.all([report(registry, dot), release(services, subject, services.now())]);
  assert.equal(await isQuarantined(registry), false);
  const outcomes = await Promise.allSettled([
    quarantine(services, subject, { note: "One." }, services.now()),
    quarantine(services, subject, { note: "Two." }, services.now()),
    release(services, subject, services.now()),
    release(services, subject, services.now()),
  ]);
  const row = await services.db.selectFrom("extension_version").selectAll()
    .executeTakeFirstOrThrow();
  assert.equal(row.taken_down_at === null, row.yanked_at === null, "half of an act");
  assert.ok(outcomes.some(({ status }) => status === "rejected"));
});
