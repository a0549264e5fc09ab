import assert from "node:assert/strict";
import type { IssueSnapshot } from "../platform/subjects/snapshots.ts";
import type { PrSnapshot } from "../platform/subjects/snapshots.ts";
import { HOSTILE_TEXTS } from "../testing/hostile_text.ts";
import { type Stage, TOKEN } from "../testing/stage.ts";
import type { ActivityEvent } from "./outputs/subjects.ts";
import type { CollectionStatus } from "./outputs/mirror.ts";
import type { MirrorState } from "./outputs/mirror.ts";
import { startMirror } from "./testing/mirror.ts";

const ISSUES = "GET /repos/octocat/app/issues";

async function issue(stage: Stage, title: string) {
  const { number } = await stage.on<{ number: number }>("app", "POST", "/issues", { title });
  return await stage.on<Record<string, unknown>>("app", "GET", `/issues/${number}`);
}

/** What the host is made to say breaks the platform's description: that is the point here. */
function lies({ host }: Stage): Disposable {
  return { [Symbol.dispose]: () => void (host.violations.length = 0) };
}

Deno.test("hostile: each bad entry of a list costs itself, and one absurd time moves no cursor", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  using _ = lies(stage);
  const good = await issue(stage, "Good");
  const bad: unknown[] = [
    { ...good, number: "7" },
    { ...good, number: 8, updated_at: "yesterday" },
    { ...good, number: 9, title: null },
    { ...good, number: 10, user: "root" },
    { ...good, number: 11, labels: {} },
    { ...good, number: 2 ** 60 },
    { ...good, number: -3 },
    { ...good, number: 12, state: "ajar" },
    { ...good, number: 13, updated_at: 1795305600 },
    { number: 14 },
    [],
    null,
    "x",
    5,
  ];
  const late = { ...good, number: 15, updated_at: "9999-12-31T23:59:59Z" };
  stage.host.answerNext(ISSUES, () => Response.json([late, ...bad, good, late]));
  const { error, summary } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.errors.length, bad.length, JSON.stringify(summary.errors, null, 1));
  assert.ok(summary.errors.every(({ code }) => code === "bad_answer"));
  assert.deepEqual(
    mirror.all<IssueSnapshot>("issueSnapshot").map(({ number }) => number).sort((a, b) => a - b),
    [1, 15],
  );
  assert.equal(mirror.stored<MirrorState>("mirrorState")!.cursors.index, good.updated_at);
});

for (
  const [name, headers] of Object.entries({
    "a server without a clock": { date: "" },
    "a server whose clock is in the year 9999 as well": { date: "Fri, 31 Dec 9999 23:59:59 GMT" },
  })
) {
  Deno.test(`hostile: the year 9999 moves no cursor, told by ${name}`, async () => {
    await using started = await startMirror();
    const { stage, mirror } = started;
    using _ = lies(stage);
    const good = await issue(stage, "Good");
    const page = [good, { ...good, number: 2, updated_at: "9999-01-01T00:00:00Z" }];
    stage.host.answerNext(ISSUES, () => Response.json(page, { headers }));
    await mirror.sync();
    assert.equal(mirror.stored<MirrorState>("mirrorState")!.cursors.index, good.updated_at);
  });
}

Deno.test("hostile: an object, a text or nothing in the place of a list ends that list only", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  using _ = lies(stage);
  await issue(stage, "First");
  await stage.on("app", "POST", "/issues/1/comments", { body: "said" });
  for (const data of [{ items: [] }, "[]", null, 7]) {
    stage.host.answerNext("GET /repos/octocat/app/issues/comments", () => Response.json(data));
    const { error, summary } = await mirror.sync();
    assert.match(error!.message, /the comments of octocat\/app: the answer is not a list/);
    assert.equal(summary.phases.find(({ name }) => name === "reviewComments")?.complete, true);
    const status = mirror.stored<CollectionStatus>(
      "collectionStatus",
      "repository",
      "issueComments",
    )!;
    assert.deepEqual([status.complete, status.error?.code], [false, "unavailable"]);
  }
  assert.equal((await mirror.sync()).summary.complete, true);
  assert.equal(mirror.all("activityEvent").length, 1);
});

Deno.test("hostile: a page that leads back to itself is noticed, one to another host is not followed", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  using _ = lies(stage);
  const good = await issue(stage, "Good");
  const own = `${stage.host.url}/repos/octocat/app/issues?page=2`;
  for (
    const [link, expected] of [
      [own, /links back to an earlier page/],
      ["https://evil.example/repos/octocat/app/issues?page=2", /another host, evil\.example/],
    ] as const
  ) {
    stage.host.answerNext(
      ISSUES,
      () => Response.json([good], { headers: { link: `<${link}>; rel="next"` } }),
      6,
    );
    const { error, summary } = await mirror.sync();
    assert.match(error!.message, expected);
    assert.ok(summary.requests <= 8, String(summary.requests));
    // What was not asked for is not left for the next round.
    while ((await mirror.sync()).error !== undefined);
  }
});

Deno.test("hostile: what strangers write is stored as valid text, whole and within limits", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  using _ = lies(stage);
  const good = await issue(stage, "Good");
  const nasty = `${Object.values(HOSTILE_TEXTS).join(" ")} \0 \ud800 \udfff`;
  const long = nasty + "€".repeat(70_000);
  const dirty = {
    ...good,
    title: nasty.slice(0, 900),
    body: long,
    labels: [{ name: nasty.slice(0, 50) }, "plain\0"],
    user: { login: "a\0b\ud800", type: nasty },
    assignees: [{ login: "c\udfff" }],
    milestone: { title: nasty.slice(0, 100) },
    html_url: "https://x.example/\0\ud800",
    state_reason: "odd\0",
    comments: 1,
  };
  stage.host.answerNext(ISSUES, () => Response.json([dirty]));
  const comment = {
    id: 5,
    body: long,
    user: { login: "x\0", type: "User" },
    created_at: good.created_at,
    updated_at: good.updated_at,
    html_url: `https://x.example/issues/1#\ud800`,
    issue_url: "https://x.example/repos/octocat/app/issues/1",
  };
  stage.host.answerNext("GET /repos/octocat/app/issues/comments", () => Response.json([comment]));
  const { error } = await mirror.sync();
  assert.equal(error, undefined);
  const text = JSON.stringify([...mirror.data]);
  assert.ok(!/\\u0000|\\ud[89a-f]/i.test(text));
  const stored = mirror.stored<IssueSnapshot>("issueSnapshot", "1")!;
  assert.deepEqual([stored.bodyTruncated, stored.body!.length], [true, 65_536]);
  const { events } = mirror.stored<ActivityEvent>("activityEvent", "issue-1")!;
  assert.deepEqual([events.length, events[0]!.bodyTruncated], [1, true]);
});

for (
  const [name, status, failure, code] of [
    ["a wrong token", 401, {}, "unauthorized"],
    ["a token without the right", 403, {}, "forbidden"],
    ["single sign-on", 403, {
      headers: { "x-github-sso": "required; url=https://github.com/orgs/x/sso?a=1" },
    }, "sso_required"],
    ["a suspended account", 403, { message: "Sorry. Your account was suspended." }, "suspended"],
    ["a repository that is private or absent", 404, {}, "not_found"],
    ["a repository that is blocked", 451, {}, "legal"],
  ] as const
) {
  Deno.test(`hostile: ${name} ends the sync by its name, and what is known is kept`, async () => {
    await using started = await startMirror();
    const { stage, mirror } = started;
    using _ = lies(stage);
    await issue(stage, "First");
    await mirror.sync();
    stage.host.failNext("GET /repos/octocat/app", status, failure, 2);
    const { error, summary } = await mirror.sync();
    assert.equal((error as { code?: string }).code, code);
    assert.ok(!error!.message.includes(TOKEN));
    assert.equal(summary.stoppedBy, "failed");
    assert.deepEqual(summary.phases.map(({ name }) => name), ["repository"]);
    const told = mirror.stored<CollectionStatus>("collectionStatus", "repository", "repository")!;
    assert.deepEqual([told.complete, told.error?.code], [false, code]);
    assert.equal(mirror.stored<MirrorState>("mirrorState")!.complete, false);
    assert.equal(mirror.all("issueSnapshot").length, 1);
  });
}

Deno.test("hostile: another repository under the mirror's name is refused", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "First");
  await mirror.sync();
  await stage.on("app", "PATCH", "", { name: "moved" });
  await stage.host.call(TOKEN, "POST", "/user/repos", { name: "app", auto_init: true });
  await issue(stage, "Of somebody else");
  const { error } = await mirror.sync();
  assert.match(error!.message, /another repository has this name now/);
  assert.deepEqual(mirror.all<IssueSnapshot>("issueSnapshot").map(({ title }) => title), ["First"]);
});

Deno.test("hostile: details that are no details cost that pull request, which is asked for again", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  using _ = lies(stage);
  for (const branch of ["one", "two"]) {
    await stage.push("app", branch, { [branch]: branch });
    await stage.on("app", "POST", "/pulls", { title: branch, head: branch, base: "main" });
  }
  const checks = "GET /repos/octocat/app/commits/";
  for (
    const [request, data] of [
      ["GET /repos/octocat/app/pulls/2", []],
      ["GET /repos/octocat/app/pulls/2", { number: 2 }],
      ["GET /repos/octocat/app/issues/2/timeline", { events: [] }],
      [checks, { check_runs: [{ name: 5 }], total_count: 1 }],
      [checks, { check_runs: "none", total_count: "none" }],
    ] as const
  ) {
    mirror.data.clear();
    stage.host.answerNext(request, () => Response.json(data));
    const { error, summary } = await mirror.sync();
    assert.equal(error, undefined, `${request} ${JSON.stringify(data)}`);
    assert.equal(summary.complete, false, `${request} ${JSON.stringify(data)}`);
    assert.equal(summary.queueLength, 1);
    assert.equal(summary.errors.length, 1);
    const depths = mirror.all<PrSnapshot>("prSnapshot").map(({ depth }) => depth).sort();
    assert.deepEqual(depths, ["full", "light"]);
    assert.equal((await mirror.sync()).summary.complete, true);
  }
});

Deno.test("hostile: entries of a timeline that are none cost themselves", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  using _ = lies(stage);
  await stage.push("app", "one", { one: "1" });
  await stage.on("app", "POST", "/pulls", { title: "One", head: "one", base: "main" });
  stage.host.answerNext(
    "GET /repos/octocat/app/issues/1/timeline",
    () =>
      Response.json([null, { event: 7 }, { event: "labeled" }, {
        event: "labeled",
        id: 3,
        created_at: "2026-11-20T00:00:00Z",
        actor: null,
        label: { name: "bug" },
      }, { event: "reviewed", id: "x", state: "approved", submitted_at: "never" }]),
  );
  const { error, summary } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
  assert.ok(summary.errors.length >= 3);
  const { events } = mirror.stored<ActivityEvent>("activityEvent", "pr-1")!;
  assert.deepEqual(events.map(({ id }) => id), ["labeled-3"]);
});
