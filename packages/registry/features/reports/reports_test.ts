import assert from "node:assert/strict";
import { collective, join, personalKey, send, signUp } from "../identity/testing.ts";
import { erasePerson } from "../person/erase.ts";
import { mailing } from "../../testing/mail.ts";
import { addToken } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { signedUp, visitor } from "../../testing/web/browse.ts";
import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { closeReport, listReports } from "./decide.ts";

const LINE = "POST /api/v1/reports";

/** `bea` owns `@acme`, which is public, and `@hidden`, of which `mia` is a member; `cy` is neither. */
async function fill(registry: TestRegistry) {
  const [bea, mia, cy] = [
    await signUp(registry, "bea"),
    await signUp(registry, "mia"),
    await signUp(registry, "cy"),
  ];
  await collective(registry, bea, "acme");
  await collective(registry, bea, "hidden", { private: true });
  await join(registry, bea, "hidden", mia, "member");
  const { key } = await personalKey(registry, bea);
  for (const name of ["@acme/hello", "@hidden/hello"]) await published(registry, key, { name });
  return { bea, mia, cy };
}

async function world(options: TestOptions = {}) {
  const registry = await testRegistry(options);
  return { registry, ...await fill(registry) };
}

const about = (extension: string, more: Record<string, unknown> = {}) => ({
  extension,
  category: "malware",
  text: "It sends the environment away.",
  ...more,
});

/** Who reports what, and what they are answered. */
const MAY = {
  stranger: { "@acme/hello": 401, "@hidden/hello": 401, "@acme/none": 401 },
  "signed in": { "@acme/hello": 200, "@hidden/hello": 404, "@acme/none": 404 },
  "with a key": { "@acme/hello": 200, "@hidden/hello": 404, "@acme/none": 404 },
  "member there": { "@acme/hello": 200, "@hidden/hello": 200, "@acme/none": 404 },
  "owner": { "@acme/hello": 200, "@hidden/hello": 200, "@acme/none": 404 },
  "token there": { "@acme/hello": 403, "@hidden/hello": 403, "@acme/none": 403 },
} as const;

for (const [who, answers] of Object.entries(MAY)) {
  Deno.test(`reports: what somebody may report: ${who}`, async () => {
    const { registry, bea, mia, cy } = await world();
    await using _ = registry;
    const sending = {
      stranger: {},
      "signed in": { cookie: cy.cookie },
      "with a key": { bearer: (await personalKey(registry, cy)).key },
      "member there": { cookie: mia.cookie },
      owner: { cookie: bea.cookie },
      "token there": { bearer: await addToken(registry.services, "hidden", ["extensions:*"]) },
    }[who];
    const bodies = new Map<number, Set<string>>();
    for (const [name, status] of Object.entries(answers)) {
      const answer = await send(registry, LINE, { ...sending!, body: about(name) });
      assert.equal(answer.status, status, `${name}: ${JSON.stringify(answer.body)}`);
      const { requestId: _, ...said } = answer.body;
      const text = JSON.stringify(said).replaceAll(name, "NAME");
      bodies.set(status, (bodies.get(status) ?? new Set()).add(text));
    }
    const stored = await listReports(registry.services.db, { closedToo: true });
    const taken = Object.entries(answers).filter(([, status]) => status === 200);
    assert.deepEqual(stored.map(({ extension }) => extension), taken.map(([name]) => name));
    for (const status of [401, 403, 404]) {
      assert.ok((bodies.get(status)?.size ?? 1) === 1, "private and absent are told apart");
    }
  });
}

Deno.test("reports: what is no report is refused, and says which part", async () => {
  const { registry, cy } = await world();
  await using _ = registry;
  const wrong: Record<string, [body: Record<string, unknown>, status: number, path?: string]> = {
    "a reason that is not in the table": [{ category: "boring" }, 400, "category"],
    "no text": [{ text: " \n" }, 400, "text"],
    "a text that is too long": [{ text: "x".repeat(4001) }, 400, "text"],
    "a text that moves the cursor": [{ text: "a\u001b[2Jb" }, 400, "text"],
    "a version that is not there": [{ version: "2026.01.02.9" }, 404],
    "a key that nobody knows": [{ reporter: "bea" }, 400],
    "a name that is none": [{ extension: "hello" }, 400],
  };
  for (const [what, [more, status, path]] of Object.entries(wrong)) {
    const body = about("@acme/hello", more);
    const answer = await send(registry, LINE, { cookie: cy.cookie, body });
    assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    if (path !== undefined) assert.equal(answer.body.details[0].path, path, what);
  }
  assert.deepEqual(await listReports(registry.services.db, { closedToo: true }), []);
  const longest = about("@acme/hello", { text: "x".repeat(4000), version: "2026.01.02.1" });
  const { body } = await send(registry, LINE, { cookie: cy.cookie, body: longest });
  const { number, createdAt: _at, ...said } = body.report;
  assert.deepEqual([number, said], [1, longest]);
});

Deno.test("reports: operators are told by inbox and mail, the reporter by inbox, the owner not at all", async () => {
  await using mail = await mailing({ environment: { SVC_ADMINS: "root,gone,absent" } });
  const { registry, smtp } = mail;
  const { db, now } = registry.services;
  const { bea, cy } = await fill(registry);
  const [root, gone] = [await signUp(registry, "root"), await signUp(registry, "gone")];
  await db.updateTable("user").set({ emailVerified: 1 }).execute();
  await db.insertInto("disabled_user").values({
    user_id: gone.id,
    at: now().toISOString(),
    reason: "Left",
  }).execute();
  const inbox = async ({ cookie }: { cookie: string }) => {
    const { body } = await send(registry, "GET /api/v1/notifications", { cookie });
    return body.notifications.map(({ kind, title }: Record<string, string>) => [kind, title])
      .filter(([kind]: [string]) => kind.startsWith("report_"));
  };
  const report = (more = {}) =>
    send(registry, LINE, { cookie: cy.cookie, body: about("@acme/hello", more) });
  const first = await report();
  const again = await report({ category: "spam", text: "It advertises." });
  assert.equal(again.body.report.number, first.body.report.number, "the same report, changed");
  await registry.work();

  assert.deepEqual(await inbox(root), [["report_received", "@acme/hello was reported: malware"]]);
  assert.deepEqual(await inbox(cy), [
    ["report_confirmed", "Your report about @acme/hello was received"],
  ]);
  assert.deepEqual(await inbox(bea), []);
  const letters = smtp.taken.filter(({ parsed }) => /was reported/.test(parsed.subject ?? ""));
  assert.deepEqual(letters.map(({ to }) => to), [[root.email]]);
  assert.match(letters[0]!.parsed.text!, /reported the extension @acme\/hello: Malware/);
  assert.doesNotMatch(letters[0]!.parsed.text!, /\bcy\b/);

  const { number } = first.body.report;
  await closeReport(db, number, "It was taken down.", now());
  assert.deepEqual((await inbox(cy))[0], [
    "report_closed",
    "Your report about @acme/hello was closed: It was taken down.",
  ]);
  const next = await report({ version: "2026.01.02.1" });
  assert.notEqual(next.body.report.number, number, "a closed one stays as it is");
  const stored = await listReports(db, { closedToo: true });
  assert.deepEqual(stored.map(({ category, text, closedAt }) => [category, text, !!closedAt]), [
    ["spam", "It advertises.", true],
    ["malware", "It sends the environment away.", false],
  ]);
});

Deno.test("reports: many at once by one person are slowed, those of others are not", async () => {
  const { registry, mia, cy } = await world({ environment: { SVC_RATE_LIMIT: "on" } });
  await using _ = registry;
  const report = ({ cookie }: { cookie: string }) =>
    send(registry, LINE, { cookie, body: about("@acme/hello") });
  for (let count = 0; count < 10; count++) assert.equal((await report(cy)).status, 200);
  const slowed = await report(cy);
  assert.deepEqual([slowed.status, slowed.body.code], [429, "rate_limited"]);
  assert.ok(Number(slowed.headers.get("retry-after")) > 0);
  assert.equal((await report(mia)).status, 200);
});

Deno.test("reports: of a deleted account, the report stays and the name is nowhere in it", async () => {
  const { registry, cy } = await world({ environment: { SVC_ADMINS: "bea" } });
  await using _ = registry;
  const { db } = registry.services;
  await send(registry, LINE, { cookie: cy.cookie, body: about("@acme/hello") });
  const [before] = await listReports(db, { closedToo: true });
  assert.equal(before!.reporter, "cy");
  await inTransaction(db, (trx) => erasePerson(trx, cy));
  const [after] = await listReports(db, { closedToo: true });
  assert.deepEqual({ ...after }, { ...before, reporter: null });
  const events = await db.selectFrom("notification_event").selectAll()
    .where("kind", "in", ["report_received", "report_confirmed"]).execute();
  assert.equal(events.length, 2);
  for (const event of events) {
    const text = JSON.stringify(event);
    assert.ok(!text.includes(cy.id) && !/"cy"|\bcy\b/.test(text), text);
  }
  await closeReport(db, after!.number, "Thank you.", new Date());
});

Deno.test("reports: the form works without scripts, keeps what was typed, and only from this site", async () => {
  const { registry } = await world();
  await using _ = registry;
  const dot = await signedUp(registry, "dot");
  const nobody = visitor(registry);
  const of = (name: string) => `/report?extension=${encodeURIComponent(name)}`;
  const [open, hidden, absent] = ["@acme/hello", "@hidden/hello", "@acme/none"];

  assert.match((await nobody.get(`/extensions/${open}`)).html, /href="\/report\?extension=/);
  for (const name of [open!, hidden!, absent!]) {
    const { status, location } = await nobody.get(of(name));
    const back = encodeURIComponent(of(name));
    assert.deepEqual([status, location], [303, `/sign-in?return_to=${back}`], name);
  }
  const pages = [await dot.get(of(hidden!)), await dot.get(of(absent!))];
  const said = pages.map(({ html }, at) =>
    html.replaceAll([hidden, absent][at]!, "NAME")
      .replaceAll(encodeURIComponent([hidden, absent][at]!), "NAME")
  );
  assert.deepEqual(pages.map(({ status }) => status), [404, 404]);
  assert.equal(said[0], said[1]);

  const form = { extension: open!, version: "", category: "spam", text: "" };
  assert.match((await dot.get(of(open!))).html, /<option\s+value="spam"\s+>Spam: /);
  const refused = await dot.post("/report", form);
  assert.equal(refused.status, 400);
  assert.match(refused.html, /must not be empty/);
  assert.match(refused.html, /<option\s+value="spam"\s+selected/);
  const foreign = await dot.post("/report", { ...form, text: "x" }, {
    origin: "https://elsewhere.example",
  });
  assert.equal(foreign.status, 403);
  assert.equal((await dot.post("/report", { ...form, extension: hidden!, text: "x" })).status, 404);
  const { db } = registry.services;
  assert.deepEqual(await listReports(db, { closedToo: true }), []);

  const sent = await dot.post("/report", { ...form, text: "<b>It</b>\r\nadvertises." });
  assert.equal(sent.location, "/report/sent");
  assert.match((await dot.get("/report/sent")).html, /Your report was sent/);
  const [stored] = await listReports(db, { closedToo: false });
  assert.deepEqual([stored!.reporter, stored!.text], ["dot", "<b>It</b>\r\nadvertises."]);
});
