import assert from "node:assert/strict";
import { sql } from "kysely";
import { collective, join, send, signUp, token } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { isPostgres } from "../../platform/store/engine.ts";

async function open(
  registry: TestRegistry,
  credential: { cookie?: string; bearer?: string },
  more: Record<string, unknown> = {},
): Promise<number> {
  const { status, body } = await send(registry, "POST /api/v1/lab/issues", {
    ...credential,
    body: { source: "svc", type: "bug", title: "It breaks", body: "Here is how", ...more },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.issue.number;
}

Deno.test("a new issue answers 201 with its number and id, and reads back whole (wire 1.6)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const made = await send(registry, "POST /api/v1/lab/issues", {
    cookie: ada.cookie,
    body: { source: "svc", type: "feature", title: "Faster", body: "Please" },
  });
  assert.equal(made.status, 201);
  assert.equal(made.body.issue.number, 1);
  assert.match(made.body.issue.id, /^[0-9a-f-]{36}$/);
  const { status, body } = await send(registry, "GET /api/v1/lab/issues/1");
  assert.equal(status, 200);
  assert.deepEqual(body.comments, []);
  assert.deepEqual(body.issue.comments, []);
  assert.equal(body.issue.authorUsername, "ada");
  assert.equal(body.issue.status, "open");
  assert.equal(body.issue.url, "http://registry.test/lab/1");
});

Deno.test("issues opened at the same moment get numbers without gaps or repeats", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const numbers = await Promise.all(
    Array.from({ length: 30 }, () => open(registry, { cookie: ada.cookie })),
  );
  assert.deepEqual(numbers.sort((a, b) => a - b), Array.from({ length: 30 }, (_, i) => i + 1));
});

Deno.test("a comment returns its id at both places clients look, and is read at both (wire 1.6)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const number = await open(registry, { cookie: ada.cookie });
  const { status, body } = await send(registry, `POST /api/v1/lab/issues/${number}/comments`, {
    cookie: ada.cookie,
    body: { body: "Me too" },
  });
  assert.equal(status, 201);
  assert.equal(body.id, body.comment.id);
  const read = (await send(registry, `GET /api/v1/lab/issues/${number}`)).body;
  assert.deepEqual(read.comments, read.issue.comments);
  assert.equal(read.comments[0].body, "Me too");
  assert.equal(read.comments[0].authorUsername, "ada");
});

Deno.test("a comment is at most 65,536 characters", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const number = await open(registry, { cookie: ada.cookie });
  const comment = (length: number) =>
    send(registry, `POST /api/v1/lab/issues/${number}/comments`, {
      cookie: ada.cookie,
      body: { body: "x".repeat(length) },
    });
  assert.equal((await comment(65_536)).status, 201);
  const refused = await comment(65_537);
  assert.equal(refused.status, 400);
  assert.equal(refused.body.details[0].path, "body");
});

Deno.test("only the author or an admin edits; others are told so", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root-admin" } });
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  const root = await signUp(registry, "root-admin");
  const number = await open(registry, { cookie: ada.cookie });
  const patch = (cookie: string, body: Record<string, unknown>) =>
    send(registry, `PATCH /api/v1/lab/issues/${number}`, { cookie, body });
  assert.equal((await patch(eve.cookie, { title: "Mine" })).status, 403);
  const closed = await patch(ada.cookie, { status: "closed" });
  assert.equal(closed.status, 200);
  assert.equal(closed.body.issue.status, "closed");
  const triaged = await patch(root.cookie, { status: "triaged", assignees: [root.id] });
  assert.equal(triaged.body.issue.status, "triaged");
  assert.deepEqual(triaged.body.issue.assignees, [{ userId: root.id, username: "root-admin" }]);
  assert.equal((await patch(root.cookie, { assignees: [eve.id] })).status, 400);
  assert.equal((await patch(ada.cookie, {})).status, 400, "an empty change is refused");
  assert.equal(
    (await patch(ada.cookie, { owner: "me" })).status,
    400,
    "unknown fields are refused",
  );
  assert.equal((await patch(ada.cookie, { hidden: true })).status, 403, "only admins hide");
});

Deno.test("the author may raise an issue to security; only an admin may lower it", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root-admin" } });
  const ada = await signUp(registry, "ada");
  const root = await signUp(registry, "root-admin");
  const number = await open(registry, { cookie: ada.cookie });
  const type = (cookie: string, value: string) =>
    send(registry, `PATCH /api/v1/lab/issues/${number}`, { cookie, body: { type: value } });
  assert.equal((await type(ada.cookie, "security")).status, 200);
  assert.equal((await send(registry, `GET /api/v1/lab/issues/${number}`)).status, 404);
  assert.equal((await type(ada.cookie, "bug")).status, 403);
  assert.equal((await type(root.cookie, "bug")).status, 200);
  assert.equal((await send(registry, `GET /api/v1/lab/issues/${number}`)).status, 200);
});

Deno.test("on a locked issue only admins comment", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root-admin" } });
  const ada = await signUp(registry, "ada");
  const root = await signUp(registry, "root-admin");
  const number = await open(registry, { cookie: ada.cookie });
  await send(registry, `PATCH /api/v1/lab/issues/${number}`, {
    cookie: root.cookie,
    body: { locked: true },
  });
  const comment = (cookie: string) =>
    send(registry, `POST /api/v1/lab/issues/${number}/comments`, { cookie, body: { body: "so" } });
  const refused = await comment(ada.cookie);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.code, "issue_locked");
  assert.equal((await comment(root.cookie)).status, 201);
});

Deno.test("a token with lab:write acts as its collective: attributed to it, managing its issues, nothing else", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  await collective(registry, ada, "acme");
  const bot = { bearer: (await token(registry, ada, "acme", ["lab:write"])).key };
  const own = await open(registry, bot);
  const ofAcme = await open(registry, { cookie: bob.cookie }, { collective: "acme" });
  const ofNobody = await open(registry, { cookie: bob.cookie });
  const read = async (number: number) =>
    (await send(registry, `GET /api/v1/lab/issues/${number}`)).body.issue;
  assert.equal((await read(own)).authorUsername, "acme");
  const triage = (number: number) =>
    send(registry, `PATCH /api/v1/lab/issues/${number}`, { ...bot, body: { status: "triaged" } });
  assert.equal((await triage(ofAcme)).status, 200);
  assert.equal((await triage(ofNobody)).status, 403);
  const step = await send(registry, `POST /api/v1/lab/issues/${ofAcme}/lifecycle`, {
    ...bot,
    body: {
      step: "implementation_started",
      targetStatus: "in_progress",
      summary: "On it",
      emoji: "🔧",
      payload: { branch: "fix" },
      isVerbose: false,
    },
  });
  assert.equal(step.status, 201, JSON.stringify(step.body));
  const after = (await send(registry, `GET /api/v1/lab/issues/${ofAcme}`)).body;
  assert.equal(after.issue.status, "in_progress");
  assert.equal(after.lifecycle[0].authorUsername, "acme");
  assert.deepEqual(after.lifecycle[0].payload, { branch: "fix" });
  const minor = { step: "tests_run", summary: "Green", isVerbose: true };
  await send(registry, `POST /api/v1/lab/issues/${ofAcme}/lifecycle`, { ...bot, body: minor });
  const html =
    await (await registry.request(`/lab/${ofAcme}`, { headers: { accept: "text/html" } }))
      .text();
  assert.match(html, /<b>implementation_started<\/b>: <bdi>On it<\/bdi>/);
  assert.doesNotMatch(html, /tests_run/, "a minor step is for the interface alone");
});

Deno.test("the list filters, searches words and nothing else, pages, and counts all that match", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const cookie = ada.cookie;
  for (let i = 0; i < 5; i++) await open(registry, { cookie }, { title: `Broken pull ${i}` });
  await open(registry, { cookie }, { type: "feature", title: "100% faster_pull", source: "web" });
  const list = async (query: string) =>
    (await send(registry, `GET /api/v1/lab/issues?${query}`)).body;
  const page = await list("q=PULL&limit=2&offset=1");
  assert.equal(page.total, 6);
  assert.deepEqual(page.issues.map((issue: { number: number }) => issue.number), [5, 4]);
  assert.equal((await list("q=broken%20pull")).total, 5);
  assert.equal((await list("q=faster")).total, 1);
  assert.equal((await list("q=aster")).total, 0, "a word begins where the issue's does");
  for (const none of ["%25", "r_p", "*", "title:pull"]) {
    assert.equal((await list(`q=${none}`)).total, 0, `${none} means nothing beside its words`);
  }
  assert.equal((await list("type=feature")).total, 1);
  assert.equal((await list("source=web")).total, 1);
  assert.equal((await list("status=closed")).total, 0);
  assert.equal((await send(registry, "GET /api/v1/lab/issues?limit=0")).status, 400);
  assert.equal((await send(registry, "GET /api/v1/lab/issues?status=done")).status, 400);
});

Deno.test("a search finds an issue by its words of now, whatever they were before", async () => {
  await using registry = await testRegistry();
  const { cookie } = await signUp(registry, "ada");
  const number = await open(registry, { cookie }, { title: "before", body: "first" });
  const found = async (q: string) =>
    (await send(registry, `GET /api/v1/lab/issues?q=${q}`)).body.total;
  assert.deepEqual([await found("before"), await found("first"), await found("after")], [1, 1, 0]);
  const change = { title: "after", body: "second" };
  await send(registry, `PATCH /api/v1/lab/issues/${number}`, { cookie, body: change });
  assert.deepEqual([await found("before"), await found("first")], [0, 0]);
  assert.deepEqual([await found("after"), await found("after%20second")], [1, 1]);
  await registry.services.db.deleteFrom("lab_issue").execute();
  assert.equal(await found("after"), 0);
  const { db } = registry.services;
  const { rows } =
    await (isPostgres(db)
      ? sql`select number from lab_search`
      : sql`select rowid from lab_search where lab_search match 'after'`).execute(db);
  assert.deepEqual(rows, []);
});

Deno.test("a number that is not a safe positive integer names no issue", async () => {
  await using registry = await testRegistry();
  for (const number of ["9007199254740993", "99999999999999999999"]) {
    assert.equal((await send(registry, `GET /api/v1/lab/issues/${number}`)).status, 404, number);
  }
  for (const number of ["0", "-1", "1.5", "1e3", "0x10", "one"]) {
    assert.equal((await send(registry, `GET /api/v1/lab/issues/${number}`)).status, 400, number);
  }
});

Deno.test("assignees are the registry's admins, and a collective's members for those who belong to it", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root-admin" } });
  await signUp(registry, "root-admin");
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  const eve = await signUp(registry, "eve");
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob);
  const names = async (credential: { cookie?: string; bearer?: string }, query = "") =>
    (await send(registry, `GET /api/v1/lab/assignees${query}`, credential)).body.assignees
      .map((each: { username: string }) => each.username);
  assert.deepEqual(await names({ cookie: eve.cookie }), ["root-admin"]);
  assert.deepEqual(await names({ cookie: bob.cookie }, "?collective=acme"), [
    "ada",
    "bob",
    "root-admin",
  ]);
  assert.deepEqual(await names({ cookie: eve.cookie }, "?collective=acme"), ["root-admin"]);
  const bot = { bearer: (await token(registry, ada, "acme", ["lab:read"])).key };
  assert.deepEqual(await names(bot), ["ada", "bob", "root-admin"]);
  assert.equal((await send(registry, "GET /api/v1/lab/assignees")).status, 401);
});

Deno.test("a title is one line that cannot turn the text beside it, and no text hides behind a null", async () => {
  await using registry = await testRegistry();
  const { cookie } = await signUp(registry, "ada");
  const opened = async (more: Record<string, string>) => {
    const { status } = await send(registry, "POST /api/v1/lab/issues", {
      cookie,
      body: { source: "svc", type: "bug", title: "It breaks", body: "", ...more },
    });
    return status;
  };
  const marks = ["\u202e", "\u2066", "\u001b", "\n", "\u2028", "\u0085", "\0"];
  for (const title of ["", " ", ...marks.map((mark) => `a${mark}b`)]) {
    assert.equal(await opened({ title }), 400, JSON.stringify(title));
  }
  assert.equal(await opened({ body: "seen\0hidden" }), 400);
  assert.equal(await opened({ title: "Läuft nicht (עברית)" }), 201);
});
