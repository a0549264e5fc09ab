import assert from "node:assert/strict";
import { besideServer } from "../../admin/testing/beside.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { published } from "../../testing/extensions/push.ts";
import { mailing } from "../../testing/mail.ts";
import { makeOperator } from "../../testing/operator.ts";
import { PASSWORD, signedUp, visitor } from "../../testing/web/browse.ts";
import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";
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
import { decideName } from "../operating/names.ts";
import { erasePerson } from "../person/erase.ts";
import { exportPerson } from "../person/export.ts";
import { decideClaim } from "./decide.ts";
import { listClaims } from "./list.ts";

const LINE = "POST /api/v1/claims";
const GROUNDS = "It is our company's name.";

async function world(options: TestOptions = {}) {
  const registry = await testRegistry(options);
  const [ada, cy] = [await signUp(registry, "ada"), await signUp(registry, "cy")];
  await collective(registry, ada, "acme");
  await collective(registry, ada, "hidden");
  await send(registry, "PATCH /api/v1/collectives/hidden", {
    cookie: ada.cookie,
    body: { private: true },
  });
  return { registry, ada, cy };
}

const claim = (registry: TestRegistry, sending: Sending, name: string, grounds = GROUNDS) =>
  send(registry, LINE, { ...sending, body: { name, grounds } });

const claimed = async (
  registry: TestRegistry,
  { cookie }: Pick<Person, "cookie">,
  name: string,
) => {
  const answer = await claim(registry, { cookie }, name);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.number as number;
};

const grant = (registry: TestRegistry, number: number) =>
  decideClaim(
    registry.services,
    number,
    { state: "granted", note: "Checked.", by: null },
    registry.services.now(),
  );

/** What creating a collective answers: a code, or `given`. */
const create = async (registry: TestRegistry, { cookie }: Pick<Person, "cookie">, slug: string) =>
  (await send(registry, "POST /api/v1/collectives/create", { cookie, body: { slug } })).body.code ??
    "given";

/** Names of every standing, private and absent ones among them. */
const NAMES = ["acme-security", "acme", "hidden", "orchid", "ada", "@hidden/one", "@nobody/one"];

/** Who may claim one, whichever it is. */
const MAY = {
  stranger: 401,
  "signed in": 200,
  "with a key": 200,
  owner: 200,
  "with a token": 403,
} as const;

for (const [who, status] of Object.entries(MAY)) {
  Deno.test(`claims: ${who} gets the same answer, whoever has the name`, async () => {
    const { registry, ada, cy } = await world();
    await using _ = registry;
    const sending: Sending = {
      stranger: {},
      "signed in": { cookie: cy.cookie },
      "with a key": { bearer: (await personalKey(registry, cy)).key },
      owner: { cookie: ada.cookie },
      "with a token": { bearer: (await token(registry, ada, "hidden", ["collective:read"])).key },
    }[who]!;
    const said = new Set<string>();
    for (const name of NAMES) {
      const answer = await claim(registry, sending, name);
      const { requestId: _, number, ...body } = answer.body;
      assert.equal(typeof number, status === 200 ? "number" : "undefined");
      said.add(`${answer.status} ${JSON.stringify(body)}`);
      // Each has three at a time.
      await registry.services.db.updateTable("name_claim").set({ state: "refused" }).execute();
    }
    assert.deepEqual([...said].map((one) => Number(one.slice(0, 3))), [status], [...said].join());
    const stored = await listClaims(registry.services.db, { decidedToo: true });
    assert.deepEqual(stored.map(({ name }) => name), status === 200 ? NAMES : []);
    // The operators alone learn it.
    if (status === 200) {
      assert.deepEqual(
        stored.map(({ taken }) => taken),
        [false, true, true, false, true, false, false],
      );
    }
  });
}

Deno.test("claims: what is none is refused, and says which part", async () => {
  const { registry, cy } = await world();
  await using _ = registry;
  const wrong: Record<string, [body: Record<string, unknown>, code: string, path?: string]> = {
    "no name": [{ name: "" }, "validation_failed", "name"],
    "capitals": [{ name: "Acme" }, "invalid_name"],
    "a path": [{ name: "@acme" }, "invalid_name"],
    "no grounds": [{ grounds: " \n" }, "validation_failed", "grounds"],
    "too long": [{ grounds: "x".repeat(4001) }, "validation_failed", "grounds"],
    "what moves the cursor": [{ grounds: "a\u001b[2Jb" }, "validation_failed", "grounds"],
    "a key that nobody knows": [{ claimant: "ada" }, "validation_failed"],
  };
  for (const [what, [more, code, path]] of Object.entries(wrong)) {
    const answer = await send(registry, LINE, {
      cookie: cy.cookie,
      body: { name: "orchid", grounds: GROUNDS, ...more },
    });
    assert.deepEqual([answer.status, answer.body.code], [400, code], what);
    assert.ok(path === undefined || answer.body.details[0].path === path, what);
  }
  assert.deepEqual(await listClaims(registry.services.db, { decidedToo: true }), []);
  assert.equal(
    (await claim(registry, { cookie: cy.cookie }, "orchid", "x".repeat(4000))).status,
    200,
  );
});

Deno.test("claims: three open ones a person, also at once; a second to one name replaces its grounds", async () => {
  const { registry, ada, cy } = await world();
  await using _ = registry;
  const first = await claimed(registry, cy, "one");
  const again = await claim(registry, { cookie: cy.cookie }, "one", "Better grounds.");
  assert.equal(again.body.number, first);
  const many = await Promise.all(
    ["two", "three", "four", "five"].map((name) => claim(registry, { cookie: cy.cookie }, name)),
  );
  assert.deepEqual(many.map(({ status }) => status).sort(), [200, 200, 409, 409]);
  assert.match(many.find(({ status }) => status === 409)!.body.hint, /\/claim/);
  await claimed(registry, ada, "one");
  await decideClaim(
    registry.services,
    first,
    { state: "refused", note: "No.", by: null },
    registry.services.now(),
  );
  assert.notEqual(await claimed(registry, cy, "one"), first, "a decided one stays as it is");
  const own = await send(registry, "GET /api/v1/claims", { cookie: cy.cookie });
  assert.equal(own.body.claims.length, 4, "and nobody else's");
  assert.deepEqual(own.body.claims.at(-1).grounds, "Better grounds.");
});

Deno.test("claims: many at once by one person are slowed, those of others are not", async () => {
  const { registry, ada, cy } = await world({ environment: { SVC_RATE_LIMIT: "on" } });
  await using _ = registry;
  for (let count = 0; count < 5; count++) await claimed(registry, cy, "orchid");
  const slowed = await claim(registry, { cookie: cy.cookie }, "orchid");
  assert.deepEqual([slowed.status, slowed.body.code], [429, "rate_limited"]);
  await claimed(registry, ada, "orchid");
});

Deno.test("claims: a granted slug is its claimant's alone, and the operator's last decision counts", async () => {
  const { registry, ada, cy } = await world();
  await using _ = registry;
  const { services } = registry;
  const { db, config, now } = services;
  const name = "cy-security";
  assert.equal(await create(registry, cy, name), "name_reserved");
  const number = await claimed(registry, cy, name);
  assert.equal(await create(registry, cy, name), "name_reserved", "a claim alone gives nothing");
  await grant(registry, number);
  const signUpAs = async (username: string) =>
    (await send(registry, "POST /api/auth/sign-up/email", {
      body: { email: "x@example.org", password: PASSWORD, username },
    })).body.code;
  for (const like of [name, "cy-5ecurity"]) {
    assert.equal(await create(registry, ada, like), "name_reserved", like);
    assert.equal(await signUpAs(like), "name_reserved", like);
  }
  assert.equal(await create(registry, cy, "cy-5ecurity"), "name_reserved", "exactly this name");
  await decideName(db, config, { name, standing: "reserved", reason: undefined }, now());
  assert.equal(await create(registry, cy, name), "name_reserved", "reserved again since");
  await db.updateTable("name_decision").set({ claim_number: number }).execute();
  assert.equal(await create(registry, cy, name), "given");
  assert.equal(await create(registry, cy, name), "name_taken");

  // A name that no rule keeps: from the grant on it is kept.
  await grant(registry, await claimed(registry, cy, "orchid"));
  assert.equal(await create(registry, ada, "0rchid"), "name_reserved");
  assert.equal(await create(registry, cy, "orchid"), "given");
});

Deno.test("claims: a granted name of an extension is its collective's, to which the claimant must belong", async () => {
  const { registry, ada, cy } = await world();
  await using _ = registry;
  const { key } = await personalKey(registry, ada);
  const name = "@acme/official-mirror";
  await assert.rejects(published(registry, key, { name }), /name_reserved/);
  const stranger = await claimed(registry, cy, name);
  await assert.rejects(grant(registry, stranger), /cy does not belong to @acme/);
  const [open] = await listClaims(registry.services.db, { decidedToo: false });
  assert.equal(open!.number, stranger, "what was not granted is still open");
  await join(registry, ada, "acme", cy);
  await grant(registry, stranger);
  await published(registry, key, { name });
  await collective(registry, cy, "other");
  const { key: other } = await personalKey(registry, cy);
  await assert.rejects(
    published(registry, other, { name: "@other/official-mirror" }),
    /name_reserved/,
  );
});

Deno.test("claims: what cannot be granted stays open, and none is decided twice", async () => {
  const { registry, ada, cy } = await world({ environment: { SVC_ADMINS: "root" } });
  await using _ = registry;
  const { db } = registry.services;
  await published(registry, (await personalKey(registry, ada)).key, { name: "@acme/one" });
  const refused: Record<string, RegExp> = {
    hidden: /'hidden' is taken/,
    ada: /'ada' is taken/,
    "@acme/one": /'@acme\/one' is taken/,
    svc: /operator's own name/,
    root: /operator's own name/,
  };
  for (const [name, message] of Object.entries(refused)) {
    const number = await claimed(registry, cy, name);
    await assert.rejects(grant(registry, number), message);
    assert.equal((await listClaims(db, { decidedToo: false })).length, 1);
    await db.deleteFrom("name_claim").execute();
  }
  assert.deepEqual(await db.selectFrom("name_decision").selectAll().execute(), []);
  await assert.rejects(grant(registry, 999), /There is no claim 999/);

  const number = await claimed(registry, cy, "orchid");
  const refuse = () =>
    decideClaim(
      registry.services,
      number,
      { state: "refused", note: "No.", by: null },
      registry.services.now(),
    );
  const outcomes = await Promise.allSettled([
    ...[1, 2].map(() => grant(registry, number)),
    ...[1, 2].map(refuse),
  ]);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") assert.match(outcome.reason.message, /already decided/);
  }
  const { state } = await db.selectFrom("name_claim").select("state").executeTakeFirstOrThrow();
  const kept = await db.selectFrom("name_decision").select("name").execute();
  assert.equal(kept.length, state === "granted" ? 1 : 0, "one decision, whole");
  const notices = await db.selectFrom("notification_event").select("kind")
    .where("kind", "in", ["claim_granted", "claim_refused"]).execute();
  assert.deepEqual(notices.map(({ kind }) => kind), [`claim_${state}`]);

  // Of two claimants the first one that is granted has it.
  const [first, second] = [
    await claimed(registry, cy, "lily"),
    await claimed(registry, ada, "lily"),
  ];
  await grant(registry, first);
  await assert.rejects(grant(registry, second), /granted to cy by claim/);
});

/** Whose claim is withdrawn, in which state, and what that is answered. */
const WITHDRAWN: readonly [who: string, state: string, status: number][] = [
  ["its claimant", "open", 200],
  ["its claimant by a key", "open", 200],
  ["its claimant", "granted", 409],
  ["its claimant", "refused", 409],
  ["its claimant", "withdrawn", 409],
  ["somebody else", "open", 404],
  ["a token of the claimant", "open", 403],
  ["an operator", "open", 404],
  ["nobody", "open", 401],
];

for (const [who, state, status] of WITHDRAWN) {
  Deno.test(`claims: ${who} withdraws one that is ${state}: ${status}`, async () => {
    const { registry, ada, cy } = await world();
    await using _ = registry;
    const { db } = registry.services;
    await collective(registry, cy, "cymru");
    await makeOperator(registry, ada);
    const { key } = await personalKey(registry, cy);
    const number = await claimed(registry, cy, "orchid");
    await db.updateTable("name_claim").set({ state: state as "open" }).execute();
    const sending: Sending = {
      "its claimant": { cookie: cy.cookie },
      "its claimant by a key": { bearer: key },
      "somebody else": { cookie: (await signUp(registry, "eve")).cookie },
      "a token of the claimant": {
        bearer: (await token(registry, cy, "cymru", ["collective:*"])).key,
      },
      "an operator": { cookie: ada.cookie },
      nobody: {},
    }[who]!;
    const answer = await send(registry, `DELETE /api/v1/claims/${number}`, sending);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    const [stored] = await listClaims(db, { decidedToo: true });
    assert.equal(stored!.state, status === 200 ? "withdrawn" : state);
    const open = await listClaims(db, { decidedToo: false });
    assert.equal(open.length, status !== 200 && state === "open" ? 1 : 0, "what operators read");
  });
}

Deno.test("claims: one that is withdrawn makes room, is decided by nobody, and of both at once one counts", async () => {
  const { registry, cy } = await world();
  await using _ = registry;
  const { db } = registry.services;
  const withdraw = (number: number) =>
    send(registry, `DELETE /api/v1/claims/${number}`, { cookie: cy.cookie });
  const numbers: number[] = [];
  for (const name of ["one", "two", "three"]) numbers.push(await claimed(registry, cy, name));
  assert.equal((await claim(registry, { cookie: cy.cookie }, "four")).status, 409);
  assert.equal((await withdraw(numbers[0]!)).status, 200);
  await assert.rejects(grant(registry, numbers[0]!), /already decided, or was withdrawn/);
  assert.deepEqual(await db.selectFrom("name_decision").selectAll().execute(), []);
  assert.notEqual(await claimed(registry, cy, "one"), numbers[0], "a new one");

  const [taken, granted] = await Promise.all([
    withdraw(numbers[1]!).then(({ status }) => status === 200),
    grant(registry, numbers[1]!).then(() => true, () => false),
  ]);
  assert.notEqual(taken, granted);
  const kept = await db.selectFrom("name_decision").select("name").execute();
  assert.equal(kept.length, granted ? 1 : 0);
  for (const wrong of ["0", "-1", "x", "1e3", "9".repeat(30)]) {
    const { status } = await send(registry, `DELETE /api/v1/claims/${wrong}`, {
      cookie: cy.cookie,
    });
    assert.equal(status, 400, wrong);
  }
});

Deno.test("claims: the page withdraws an open one, and shows the outcome of another", async () => {
  await using registry = await testRegistry();
  const cy = await signedUp(registry, "cy");
  await cy.post("/claim", { name: "orchid", grounds: GROUNDS });
  const { html } = await cy.get("/claim");
  const number = /action="\/claim\/withdraw"[^]*?name="number" value="(\d+)"/.exec(html)![1]!;
  const foreign = await cy.post("/claim/withdraw", { number }, { origin: "https://evil.example" });
  assert.equal(foreign.status, 403);
  assert.equal((await cy.post("/claim/withdraw", { number })).location, "/claim?withdrawn=1");
  const after = (await cy.get("/claim?withdrawn=1")).html;
  assert.match(after, /Your claim was withdrawn/);
  assert.ok(!after.includes("/claim/withdraw"), "no button is left");
  const again = await cy.post("/claim/withdraw", { number });
  assert.equal(again.status, 409);
  assert.match(again.html, /already withdrawn/);
  assert.equal((await cy.post("/claim/withdraw", { number: "../claims" })).status, 400);
});

Deno.test("claims: from the form to the decision on the operator's page, where a stranger's text is text", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const { db } = registry.services;
  const oscar = await signedUp(registry, "oscar");
  const who = { cookie: oscar.cookie(), password: PASSWORD, username: "oscar" };
  await makeOperator(registry, who);
  const cy = await signedUp(registry, "cy");
  await db.updateTable("user").set({ emailVerified: 1 }).execute();
  const refusedName = await cy.post("/account/collectives", { slug: "cy-security", name: "" });
  assert.match(refusedName.html, /href="\/claim\?name=cy-security"/);
  assert.match((await cy.get("/claim?name=cy-security")).html, /value="cy-security"/);
  const signedOut = await visitor(registry).get("/claim?name=cy-security");
  assert.equal(
    signedOut.location,
    `/sign-in?return_to=${encodeURIComponent("/claim?name=cy-security")}`,
  );
  const hostile = '</blockquote><form action="https://evil.example"><script>x</script>\u202e';
  const form = { name: "cy-security", grounds: hostile };
  const foreign = await cy.post("/claim", form, { origin: "https://evil.example" });
  assert.equal(foreign.status, 403);
  const empty = await cy.post("/claim", { ...form, grounds: " " });
  assert.equal(empty.status, 400);
  assert.match(empty.html, /must not be empty/);
  assert.equal((await cy.post("/claim", form)).location, "/claim?sent=1");
  assert.equal((await cy.post("/claim", { ...form, name: "lily" })).location, "/claim?sent=1");

  const { html } = await oscar.get("/operator");
  assert.ok(!html.includes("<script>x") && !html.includes('<form action="https'), "text is text");
  assert.ok(html.includes("\\u202e") && !html.includes("\u202e"));
  const [one, two] = await listClaims(db, { decidedToo: false });
  const acts = { act: "grant", number: String(one!.number), note: "Checked." };
  // The page of who is not an operator is not there, and the claimant cannot grant it to themselves.
  assert.equal((await cy.post("/operator", acts)).status, 404);
  assert.equal((await oscar.post("/operator", { ...acts, note: " " })).status, 400);
  assert.equal((await oscar.post("/operator", acts)).location, "/operator?done=grant");
  const twice = await oscar.post("/operator", acts);
  assert.equal(twice.status, 409);
  assert.match(twice.html, /already decided/);
  const refusing = { act: "refuse", number: String(two!.number), note: "We <b>asked</b> them." };
  assert.equal((await oscar.post("/operator", refusing)).location, "/operator?done=refuse");
  const stored = await db.selectFrom("name_claim")
    .innerJoin("user", "user.id", "decided_by_user_id").select(["state", "username"])
    .orderBy("number").execute();
  assert.deepEqual(stored.map(({ state, username }) => `${state} by ${username}`), [
    "granted by oscar",
    "refused by oscar",
  ]);

  await registry.work();
  const subjects = (to: string) =>
    smtp.taken.filter((letter) => letter.to.includes(to)).map(({ parsed }) => parsed.subject ?? "")
      .filter((subject) => /claim/.test(subject)).map((subject) => subject.replace(/ \(.*/, ""));
  assert.deepEqual(subjects("oscar@example.org").sort(), [
    "The name cy-security was claimed",
    "The name lily was claimed",
  ]);
  assert.deepEqual(subjects("cy@example.org").sort(), [
    "Your claim to cy-security was granted",
    "Your claim to lily was refused",
  ]);
  const inbox = await send(registry, "GET /api/v1/notifications", { cookie: cy.cookie() });
  assert.deepEqual(
    inbox.body.notifications.map((
      { title, url }: Record<string, string>,
    ) => [title, url && new URL(url).pathname]),
    [
      ["Your claim was refused: lily: We <b>asked</b> them.", "/claim"],
      ["Your claim was granted: cy-security: Checked.", "/claim"],
    ],
  );
  const mine = (await cy.get("/claim")).html;
  assert.match(mine, /We &lt;b&gt;asked/);
  assert.equal(
    (await cy.post("/account/collectives", { slug: "cy-security", name: "" })).status,
    303,
  );
});

Deno.test("claims: a person's copy has theirs; with the account they go, and the name stays kept", async () => {
  const { registry, ada, cy } = await world();
  await using _ = registry;
  const { services } = registry;
  const { db } = services;
  await grant(registry, await claimed(registry, cy, "orchid"));
  await claimed(registry, cy, "lily");
  await claimed(registry, ada, "rose");
  const copy = await exportPerson(services, cy.id);
  assert.deepEqual(
    (copy.nameClaims as { name: string; grounds: string; note: string | null }[])
      .map(({ name, grounds, note }) => [name, grounds, note]),
    [["orchid", GROUNDS, "Checked."], ["lily", GROUNDS, null]],
  );
  await inTransaction(db, (trx) => erasePerson(trx, cy));
  const left = await db.selectFrom("name_claim").select("name").execute();
  assert.deepEqual(left.map(({ name }) => name), ["rose"]);
  const [decision] = await db.selectFrom("name_decision").selectAll().execute();
  assert.deepEqual([decision!.standing, decision!.claim_number], ["reserved", null]);
  assert.ok(!/\bcy\b/.test(JSON.stringify(decision)), "no name is left in it");
  assert.equal(await create(registry, ada, "orchid"), "name_reserved");
});

Deno.test("claims: commands beside the server list, grant and refuse, and say what is wrong", async () => {
  await using beside = await besideServer();
  const { registry, admin, json } = beside;
  const cy = await signUp(registry, "cy");
  assert.equal((await admin("claims")).stdout, "There are no open claims.\n");
  for (const name of ["orchid", "lily"]) {
    await claim(registry, { cookie: cy.cookie }, name, "First.\nThen \u202eenil.");
  }
  assert.match(
    (await admin("claims")).stdout,
    /^1 {2}orchid\n {4}\S+, cy\n {4}First\.\n {4}Then \\u202eenil\.\n\n2 {2}lily\n/,
  );
  const wrong: Record<string, [args: string[], exit: number, code: string]> = {
    "no number": [["grant"], 2, "usage"],
    "another verb": [["give", "1", "--note", "x"], 2, "usage"],
    "no note": [["grant", "1"], 2, "usage"],
    "no such claim": [["grant", "9", "--note", "x"], 1, "not_found"],
  };
  for (const [what, [args, exit, code]] of Object.entries(wrong)) {
    assert.equal((await json(exit, "claims", ...args)).code, code, what);
  }
  assert.equal((await json(0, "claims", "grant", "1", "--note", "Checked.")).state, "granted");
  assert.equal((await json(1, "claims", "refuse", "1", "--note", "No.")).code, "conflict");
  assert.equal((await json(0, "claims", "refuse", "2", "--note", "No.")).state, "refused");
  assert.deepEqual((await json(0, "claims")).claims, []);
  assert.equal((await json(0, "claims", "--all")).claims.length, 2);
  assert.match((await admin("names")).stdout, /^orchid {2}reserved for cy .*: claim 1$/m);
  assert.equal(await create(registry, cy, "orchid"), "given");
});
