import assert from "node:assert/strict";
import { keyHash, markerOf } from "../platform/marker.ts";
import { killedAfterIntent, REPO, type Site, startSite } from "./testing/site.ts";

const KEY = "report-2026-11-22";
const ISSUE = { title: "The page is down", body: "Since ten o'clock.", idempotencyKey: KEY };
const name = { owner: "octocat", repo: "site" };

interface Issue {
  number: number;
  title: string;
  body: string;
  state: string;
  comments: number;
}

const issues = async (site: Site) => await site.call("GET", "/issues?state=all") as Issue[];
const comments = async (site: Site, number: number) =>
  await site.call("GET", `/issues/${number}/comments?per_page=100`) as { body: string }[];
const opened = async (site: Site) =>
  (await site.call("POST", "/issues", { title: "Slow" }) as Issue).number;

Deno.test("create_issue writes its intent before the call, then the result, under one name", async () => {
  await using site = await startSite();
  const written = await site.run("create_issue", ISSUE);
  assert.deepEqual(written.map(({ data }) => data.stage), ["intent", "done"]);
  const name = `triageAction.octocat~site~${
    keyHash("create_issue", { owner: "octocat", repo: "site" }, KEY)
  }`;
  assert.deepEqual(written.map((one) => one.name), [name, name]);
  const [issue] = await issues(site);
  assert.equal(issue?.title, ISSUE.title);
  const { outcome, number, performedBy } = written[1]!.data;
  assert.deepEqual([outcome, number, performedBy], ["created", issue?.number, "octocat"]);
});

Deno.test("what create_issue and add_issue_comment write ends with the key's marker", async () => {
  await using site = await startSite();
  await site.run("create_issue", ISSUE);
  const [issue] = await issues(site);
  assert.equal(issue?.body, `${ISSUE.body}\n\n${markerOf("create_issue", name, KEY)}`);
  const comment = { number: issue!.number, body: "Up again.", idempotencyKey: KEY };
  await site.run("add_issue_comment", comment);
  const [written] = await comments(site, issue!.number);
  assert.equal(written?.body, `Up again.\n\n${markerOf("add_issue_comment", name, KEY)}`);
});

Deno.test("the same key again is 'exists' and calls nothing that writes", async () => {
  await using site = await startSite();
  const data = new Map();
  await site.run("create_issue", ISSUE, { data });
  const [again] = await site.run("create_issue", ISSUE, { data });
  assert.deepEqual([again?.data.outcome, again?.data.number], ["exists", 1]);
  assert.equal((await issues(site)).length, 1);
});

Deno.test("the run's log says what came of it and where it is", async () => {
  await using site = await startSite();
  const log: string[] = [];
  await site.run("create_issue", ISSUE, { log: (line) => void log.push(line) });
  const [issue] = await site.call("GET", "/issues") as { html_url: string }[];
  assert.deepEqual(log, [`created ${issue?.html_url}`]);
});

Deno.test("another key is another issue", async () => {
  await using site = await startSite();
  const data = new Map();
  await site.run("create_issue", ISSUE, { data });
  await site.run("create_issue", { ...ISSUE, idempotencyKey: `${KEY}-2` }, { data });
  assert.equal((await issues(site)).length, 2);
});

Deno.test("the same key with other arguments is refused before anything is sent", async () => {
  await using site = await startSite();
  const data = new Map();
  await site.run("create_issue", ISSUE, { data });
  const before = site.host.received.length;
  for (const other of [{ title: "Another" }, { body: "Another" }]) {
    await assert.rejects(
      site.run("create_issue", { ...ISSUE, ...other }, { data }),
      /idempotencyKey was used with other arguments .* Use a new key/s,
    );
  }
  assert.equal(site.host.received.length, before);
});

Deno.test("a run killed after its issue was created finds it by the marker", async () => {
  await using site = await startSite();
  const data = killedAfterIntent(await site.run("create_issue", ISSUE));
  const [again] = await site.run("create_issue", ISSUE, { data });
  assert.deepEqual([again?.data.outcome, again?.data.number], ["exists", 1]);
  assert.equal((await issues(site)).length, 1);
});

Deno.test("a call that never took effect leaves the intent, and the next run does it", async () => {
  await using site = await startSite();
  const data = new Map();
  site.host.failNext(`POST /repos/${REPO}/issues`, 503);
  const { written, error } = await site.runAll("create_issue", ISSUE, { data });
  assert.match(error!.message, /a new issue in octocat\/site: failed, the platform answered 503/);
  assert.deepEqual(written.map((one) => one.data.stage), ["intent"]);
  const again = await site.run("create_issue", ISSUE, { data });
  assert.equal(again.at(-1)?.data.outcome, "created");
  assert.equal((await issues(site)).length, 1);
});

Deno.test("a lost answer is looked up in the same run: one issue, one comment", async () => {
  await using site = await startSite();
  site.host.loseNext(`POST /repos/${REPO}/issues`);
  const created = await site.run("create_issue", ISSUE);
  assert.equal(created.at(-1)?.data.outcome, "exists");
  site.host.loseNext(`POST /repos/${REPO}/issues/1/comments`, "within");
  const comment = { number: 1, body: "Up again.", idempotencyKey: KEY };
  const commented = await site.run("add_issue_comment", comment);
  assert.equal(commented.at(-1)?.data.outcome, "exists");
  assert.deepEqual(site.writes("/issues"), ["POST /issues", "POST /issues/1/comments"]);
});

Deno.test("a marker that a stranger planted is ignored, in an issue and in a comment", async () => {
  await using site = await startSite();
  const planted = markerOf("create_issue", name, KEY);
  await site.callAsOther("POST", "/issues", { title: ISSUE.title, body: planted });
  const [, created] = await site.run("create_issue", ISSUE);
  assert.deepEqual([created?.data.outcome, created?.data.number], ["created", 2]);
  const comment = { number: 1, body: "Up again.", idempotencyKey: KEY };
  await site.callAsOther("POST", "/issues/1/comments", {
    body: `Up again.\n\n${markerOf("add_issue_comment", name, KEY)}`,
  });
  const [, commented] = await site.run("add_issue_comment", comment);
  assert.equal(commented?.data.outcome, "created");
  assert.equal((await comments(site, 1)).length, 2);
});

Deno.test("a marker that the acting account quotes counts for nothing", async () => {
  await using site = await startSite();
  const number = await opened(site);
  const marker = markerOf("add_issue_comment", name, KEY);
  await site.call("POST", `/issues/${number}/comments`, { body: `They wrote: ${marker}. Odd.` });
  const comment = { number, body: "Up again.", idempotencyKey: KEY };
  const written = await site.run("add_issue_comment", comment);
  assert.equal(written.at(-1)?.data.outcome, "created");
});

Deno.test("without a record, the marker is looked for in the newest 100 comments", async () => {
  await using site = await startSite();
  const number = await opened(site);
  for (let count = 0; count < 30; count++) {
    await site.call("POST", `/issues/${number}/comments`, { body: `Before ${count}` });
  }
  const comment = { number, body: "Up again.", idempotencyKey: KEY };
  await site.run("add_issue_comment", comment);
  for (let count = 0; count < 75; count++) {
    await site.call("POST", `/issues/${number}/comments`, { body: `After ${count}` });
  }
  const written = await site.run("add_issue_comment", comment);
  assert.deepEqual(written.map((one) => one.data.outcome), ["exists"]);
});

Deno.test("with an intent, all comments since then are searched", async () => {
  await using site = await startSite();
  const number = await opened(site);
  const comment = { number, body: "Up again.", idempotencyKey: KEY };
  const data = killedAfterIntent(await site.run("add_issue_comment", comment));
  for (let count = 0; count < 101; count++) {
    await site.call("POST", `/issues/${number}/comments`, { body: `After ${count}` });
  }
  const written = await site.run("add_issue_comment", comment, { data });
  assert.deepEqual(written.map((one) => one.data.outcome), ["exists"]);
});

Deno.test("a comment may go to a pull request, which is an issue, too", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const comment = { number, body: "Good.", idempotencyKey: KEY };
  const written = await site.run("add_issue_comment", comment);
  assert.equal(written.at(-1)?.data.outcome, "created");
});

Deno.test("close_issue comments with the marker, then closes", async () => {
  await using site = await startSite();
  const number = await opened(site);
  const written = await site.run("close_issue", { number, idempotencyKey: KEY });
  assert.equal(written.at(-1)?.data.outcome, "updated");
  assert.deepEqual(site.writes(`/issues/${number}`), [
    `POST /issues/${number}/comments`,
    `PATCH /issues/${number}`,
  ]);
  const [comment] = await comments(site, number);
  assert.ok(comment?.body.endsWith(markerOf("close_issue", name, KEY)));
});

Deno.test("an issue that is closed already is 'exists', without a comment", async () => {
  await using site = await startSite();
  const number = await opened(site);
  await site.call("PATCH", `/issues/${number}`, { state: "closed" });
  const [written] = await site.run("close_issue", { number, idempotencyKey: KEY });
  assert.equal(written?.data.outcome, "exists");
  assert.deepEqual(await comments(site, number), []);
});

Deno.test("a run killed between comment and close is completed with one comment", async () => {
  await using site = await startSite();
  const number = await opened(site);
  const data = new Map();
  site.host.failNext(`PATCH /repos/${REPO}/issues/${number}`, 502);
  await site.runAll("close_issue", { number, idempotencyKey: KEY }, { data });
  const written = await site.run("close_issue", { number, idempotencyKey: KEY }, { data });
  assert.equal(written.at(-1)?.data.outcome, "updated");
  assert.equal((await comments(site, number)).length, 1);
  const { state } = await site.call("GET", `/issues/${number}`) as Issue;
  assert.equal(state, "closed");
});

Deno.test("an issue that was opened again after it was closed for the key stays open", async () => {
  await using site = await startSite();
  const number = await opened(site);
  const data = new Map();
  await site.run("close_issue", { number, idempotencyKey: KEY }, { data });
  await site.call("PATCH", `/issues/${number}`, { state: "open" });
  const [written] = await site.run("close_issue", { number, idempotencyKey: KEY }, { data });
  assert.equal(written?.data.outcome, "exists");
  const { state } = await site.call("GET", `/issues/${number}`) as Issue;
  assert.equal(state, "open");
});

Deno.test("close_issue and get_issue_context refuse a pull request's number and say so", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  for (
    const [method, args] of [["close_issue", { idempotencyKey: KEY }], [
      "get_issue_context",
      {},
    ]] as const
  ) {
    await assert.rejects(
      site.run(method, { number, ...args }),
      new RegExp(`#${number} is a pull request\\. Give the number of an issue`),
    );
  }
});

Deno.test("a refusal is recorded as failed, and the key can be tried again", async () => {
  await using site = await startSite();
  const data = new Map();
  site.host.failNext(`POST /repos/${REPO}/issues`, 403, {
    message: "Resource not accessible by personal access token",
    headers: { "x-accepted-github-permissions": "issues=write" },
  });
  const { written, error } = await site.runAll("create_issue", ISSUE, { data });
  assert.match(error!.message, /Give the token one of these permissions: issues=write/);
  assert.deepEqual(written.map((one) => one.data.outcome), [null, "failed"]);
  assert.match(String(written[1]?.data.reason), /issues=write/);
  const again = await site.run("create_issue", ISSUE, { data });
  assert.equal(again.at(-1)?.data.outcome, "created");
});

Deno.test("a write to a repository that was renamed is refused with its new name", async () => {
  await using site = await startSite();
  await site.call("PATCH", "", { name: "moved" });
  await assert.rejects(site.run("create_issue", ISSUE), /octocat\/moved|renamed or moved/);
});

Deno.test("a workflow's own token acts as its bot, whose login only GraphQL tells", async () => {
  await using site = await startSite();
  site.host.failNext("GET /user", 403, { message: "Resource not accessible by integration" });
  const written = await site.run("create_issue", ISSUE);
  assert.equal(written.at(-1)?.data.performedBy, "octocat");
  assert.ok(site.host.received.some((one) => one.path === "/graphql"));
});

for (
  const [what, args] of [
    ["a key of 7 characters", { idempotencyKey: "1234567" }],
    ["a key of 201 characters", { idempotencyKey: "k".repeat(201) }],
    ["a title of 257 characters", { title: "t".repeat(257) }],
    ["a body that leaves no room for the marker", { body: "b".repeat(65_401) }],
    ["no body", { body: undefined }],
  ] as const
) {
  Deno.test(`create_issue refuses ${what} before anything is sent`, async () => {
    await using site = await startSite();
    const before = site.host.received.length;
    await assert.rejects(site.run("create_issue", { ...ISSUE, ...args }));
    assert.equal(site.host.received.length, before);
  });
}

Deno.test("the longest body fits with its marker", async () => {
  await using site = await startSite();
  await site.run("create_issue", { ...ISSUE, body: "b".repeat(65_400) });
  const [issue] = await issues(site);
  assert.ok(issue!.body.length <= 65_536);
});

Deno.test("get_issue_context gives the newest comments, newest last, and says what is missing", async () => {
  await using site = await startSite();
  const number = await opened(site);
  for (let count = 1; count <= 105; count++) {
    await site.call("POST", `/issues/${number}/comments`, { body: `${count}` });
  }
  const bodies = async (args: object) => {
    const [written] = await site.run("get_issue_context", { number, ...args });
    const { comments, commentCount, truncated } = written!.data;
    assert.equal(commentCount, 105);
    assert.equal(truncated, true);
    return (comments as { body: string }[]).map((one) => Number(one.body));
  };
  const last = (count: number) => Array.from({ length: count }, (_, index) => 106 - count + index);
  assert.deepEqual(await bodies({}), last(20));
  assert.deepEqual(await bodies({ maxComments: 100 }), last(100));
  assert.deepEqual(await bodies({ maxComments: 0 }), []);
});

Deno.test("get_issue_context keeps a stranger's text, without NUL and lone surrogates", async () => {
  await using site = await startSite();
  const number = await opened(site);
  await site.callAsOther("POST", `/issues/${number}/comments`, { body: "a\0b\ud800c\u001b[31m" });
  const [written] = await site.run("get_issue_context", { number });
  const [comment] = written!.data.comments as { body: string; author: string }[];
  assert.deepEqual([comment?.author, comment?.body], ["mallory", "ab\ufffdc\u001b[31m"]);
});

Deno.test("a pull request of the acting account whose body ends with the marker is not an issue", async () => {
  await using site = await startSite();
  const number = await site.pull("planted");
  // For example opened by a bot with a text that a stranger gave it.
  await site.call("PATCH", `/pulls/${number}`, { body: markerOf("create_issue", name, KEY) });
  const written = await site.run("create_issue", ISSUE);
  assert.equal(written.at(-1)?.data.outcome, "created");
  assert.notEqual(written.at(-1)?.data.number, number);
});
