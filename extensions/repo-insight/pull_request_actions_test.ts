import assert from "node:assert/strict";
import { markerOf } from "../platform/marker.ts";
import { runAll, type RunOptions } from "../testing/run.ts";
import { createTimer, type TestTimer } from "../testing/timer.ts";
import { mergePullRequest } from "./methods/merge_pull_request.ts";
import { watchPrChecks } from "./methods/watch_pr_checks.ts";
import { model } from "./repo_insight.ts";
import { killedAfterIntent, REPO, type Site, startSite } from "./testing/site.ts";

const KEY = "approve-the-fix";
const name = { owner: "octocat", repo: "site" };

/** The type with a timer of the test in its two waiting methods. */
function timed(timer: TestTimer): typeof model {
  const { watch_pr_checks: watch, merge_pull_request: merge } = model.methods;
  return {
    ...model,
    methods: {
      ...model.methods,
      watch_pr_checks: {
        ...watch,
        execute: (args, context) => watchPrChecks.execute(args, context, timer),
      },
      merge_pull_request: {
        ...merge,
        execute: (args, context) => mergePullRequest.execute(args, context, timer),
      },
    },
  };
}

/** Runs a waiting method whose waits take no time. */
function waiting(site: Site, timer: TestTimer, method: string, args: object, more?: RunOptions) {
  const options = { env: site.env, ...more };
  return runAll(timed(timer), method, { repo: REPO, ...args }, options);
}

const headOf = async (site: Site, number: number) => {
  const pull = await site.call("GET", `/pulls/${number}`);
  return (pull as { head: { sha: string } }).head.sha;
};

async function addCheck(site: Site, number: number, check: object) {
  const head_sha = await headOf(site, number);
  const run = await site.call("POST", "/check-runs", { head_sha, name: "test", ...check });
  return (run as { id: number }).id;
}

async function addStatus(site: Site, number: number, status: object) {
  await site.call("POST", `/statuses/${await headOf(site, number)}`, status);
}

/** What watching ended with, and the waits it took, in seconds. */
async function watched(site: Site, timer: TestTimer, number: number, args: object = {}) {
  const { written, error } = await waiting(site, timer, "watch_pr_checks", { number, ...args });
  assert.equal(error, undefined);
  const watch = written[0]!.data.watch as { result: string };
  return [watch.result, timer.waits.map((wait) => wait / 1000)];
}

Deno.test("get_pull_request_context holds both commits, checks of both kinds and reviews", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  await addCheck(site, number, { conclusion: "failure" });
  await addCheck(site, number, { conclusion: "success" });
  await addStatus(site, number, { state: "pending", context: "deploy" });
  await site.callAsOther("POST", `/pulls/${number}/reviews`, { event: "APPROVE", body: "Fine" });
  await site.callAsOther("POST", `/pulls/${number}/reviews`, { event: "COMMENT", body: "Typo" });
  const [written] = await site.run("get_pull_request_context", { number });
  assert.equal(written?.name, `triagePullRequest.octocat~site~${number}`);
  const { headSha, baseSha, mergeableState, checks, reviews, watch } = written.data as {
    checks: { name: string; source: string; state: string }[];
    reviews: { author: string; state: string }[];
  } & Record<string, unknown>;
  assert.equal(headSha, await headOf(site, number));
  const main = await site.call("GET", "/git/ref/heads/main") as { object: { sha: string } };
  assert.equal(baseSha, main.object.sha);
  assert.equal(mergeableState, "unstable");
  assert.deepEqual(checks.map((one) => `${one.source} ${one.name} ${one.state}`), [
    "check-run test success",
    "status deploy pending",
  ]);
  assert.deepEqual(reviews.map((one) => `${one.author} ${one.state}`), ["mallory approved"]);
  assert.equal(watch, null);
});

Deno.test("a head that moves while it is read is read again", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  let next = "";
  let moved = 0;
  site.host.beforeNext(`GET /repos/${REPO}/issues/${number}/comments`, async () => {
    moved += 1;
    next = await site.push("fix");
  });
  const [written] = await site.run("get_pull_request_context", { number });
  assert.equal(moved, 1);
  assert.equal(written?.data.headSha, next);
});

Deno.test("a head that moves each time is an error, not a mix of two heads", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const push = async () => void await site.push("fix");
  site.host.beforeNext(`GET /repos/${REPO}/issues/${number}/comments`, push, 2);
  await assert.rejects(
    site.run("get_pull_request_context", { number }),
    /its head changed twice while it was read/,
  );
});

for (
  const [state, checks, expected] of [
    ["passed", ["success", "skipped", "neutral"], "passed"],
    ["failed", ["success", "failure"], "failed"],
    ["failed by a cancelled one", ["cancelled"], "failed"],
  ] as const
) {
  Deno.test(`watch_pr_checks: checks that ${state} are told at the first look`, async () => {
    await using site = await startSite();
    const number = await site.pull("fix");
    for (const [index, conclusion] of checks.entries()) {
      await addCheck(site, number, { name: `c${index}`, conclusion });
    }
    assert.deepEqual(await watched(site, createTimer(), number), [expected, []]);
  });
}

Deno.test("watch_pr_checks waits for a pending check and a pending status alike", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const check = await addCheck(site, number, { status: "in_progress" });
  await addStatus(site, number, { state: "pending", context: "deploy" });
  const timer = createTimer();
  timer.meanwhile = async (waits) => {
    if (waits === 2) await site.call("PATCH", `/check-runs/${check}`, { conclusion: "success" });
    if (waits === 3) await addStatus(site, number, { state: "success", context: "deploy" });
  };
  assert.deepEqual(await watched(site, timer, number), ["passed", [15, 15, 15]]);
});

Deno.test("a check that failed does not end the watch while others are pending", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  await addCheck(site, number, { name: "lint", conclusion: "failure" });
  const check = await addCheck(site, number, { name: "test" });
  const timer = createTimer();
  timer.meanwhile = async () => {
    await site.call("PATCH", `/check-runs/${check}`, { conclusion: "success" });
  };
  assert.deepEqual(await watched(site, timer, number), ["failed", [15]]);
});

Deno.test("watch_pr_checks: no check within 60 s is 'no-checks'", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const [result, waits] = await watched(site, createTimer(), number);
  assert.deepEqual([result, waits], ["no-checks", [15, 15, 15, 15]]);
});

Deno.test("watch_pr_checks ends when the head moves, also when its checks have passed", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  await addCheck(site, number, { conclusion: "success" });
  const push = async () => void await site.push("fix");
  site.host.beforeNext(`GET /repos/${REPO}/commits/`, push);
  assert.deepEqual(await watched(site, createTimer(), number), ["head-moved", []]);
});

Deno.test("watch_pr_checks ends when the pull request is closed or merged", async () => {
  for (const end of ["close", "merge"]) {
    await using site = await startSite();
    const number = await site.pull("fix");
    await addCheck(site, number, { status: "queued" });
    const timer = createTimer();
    timer.meanwhile = async () => {
      if (end === "close") await site.call("PATCH", `/pulls/${number}`, { state: "closed" });
      else await site.call("PUT", `/pulls/${number}/merge`, {});
    };
    assert.deepEqual(await watched(site, timer, number), ["closed", [15]]);
  }
});

Deno.test("watch_pr_checks: that the time is up is an outcome, not an error", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  await addCheck(site, number, { status: "queued" });
  const args = { timeoutSeconds: 50, pollIntervalSeconds: 20 };
  assert.deepEqual(await watched(site, createTimer(), number, args), ["timed-out", [20, 20, 10]]);
});

Deno.test("polls that find nothing new cost nothing of the rate limit", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  await addCheck(site, number, { status: "queued" });
  const remaining = async () => {
    const answer = await site.host.call(site.env.GH_TOKEN!, "GET", "/rate_limit");
    return (answer as { resources: { core: { remaining: number } } }).resources.core.remaining;
  };
  const timer = createTimer();
  const rounds: number[] = [];
  timer.meanwhile = async () => void rounds.push(await remaining());
  await watched(site, timer, number, { timeoutSeconds: 60 });
  assert.equal(rounds.length, 4);
  assert.deepEqual(new Set(rounds).size, 1, `${rounds}`);
});

for (
  const [what, args] of [
    ["timeoutSeconds over 3,000", { timeoutSeconds: 3001 }],
    ["pollIntervalSeconds under 5", { pollIntervalSeconds: 4 }],
  ] as const
) {
  Deno.test(`watch_pr_checks and merge_pull_request refuse ${what}`, async () => {
    await using site = await startSite();
    const before = site.host.received.length;
    for (const method of ["watch_pr_checks", "merge_pull_request"]) {
      await assert.rejects(site.run(method, { number: 1, idempotencyKey: KEY, ...args }));
    }
    assert.equal(site.host.received.length, before);
  });
}

const commentsOf = async (site: Site, number: number) =>
  await site.call("GET", `/issues/${number}/comments`) as { body: string }[];

Deno.test("merge_pull_request comments once, waits for the merge, and never merges itself", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const timer = createTimer();
  timer.meanwhile = async (waits) => {
    if (waits === 3) await site.callAsOther("PUT", `/pulls/${number}/merge`, {});
  };
  const args = { number, idempotencyKey: KEY };
  const { written, error } = await waiting(site, timer, "merge_pull_request", args);
  assert.equal(error, undefined);
  assert.deepEqual(written.map(({ data }) => [data.stage, data.outcome]), [
    ["intent", null],
    ["done", "updated"],
  ]);
  assert.deepEqual(site.writes(`/pulls/${number}`), [`PUT /pulls/${number}/merge`]);
  const [comment, ...others] = await commentsOf(site, number);
  assert.match(comment!.body, /^Approved for merge\.\n/);
  assert.ok(comment!.body.endsWith(markerOf("merge_pull_request", name, KEY)));
  assert.deepEqual(others, []);
});

Deno.test("merge_pull_request: when nothing merges in time it fails and says so, and waits on with the same key", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const data = new Map();
  const args = { number, idempotencyKey: KEY, approvalComment: "Ship it", timeoutSeconds: 30 };
  const first = await waiting(site, createTimer(), "merge_pull_request", args, { data });
  assert.match(first.error!.message, /no merge queue, auto-merge or bot merged it within 30 s/);
  assert.equal(first.written.at(-1)?.data.outcome, "unchanged");
  const timer = createTimer();
  timer.meanwhile = async () => void await site.call("PUT", `/pulls/${number}/merge`, {});
  const second = await waiting(site, timer, "merge_pull_request", args, { data });
  assert.equal(second.written.at(-1)?.data.outcome, "updated");
  assert.equal((await commentsOf(site, number)).length, 1);
});

Deno.test("merge_pull_request: a pull request that is merged already is 'exists', without a comment", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  await site.call("PUT", `/pulls/${number}/merge`, {});
  const [written] = await site.run("merge_pull_request", { number, idempotencyKey: KEY });
  assert.equal(written?.data.outcome, "exists");
  assert.deepEqual(await commentsOf(site, number), []);
});

Deno.test("merge_pull_request refuses drafts, closed ones and conflicts before it comments", async () => {
  await using site = await startSite();
  const closed = await site.pull("closed");
  await site.call("PATCH", `/pulls/${closed}`, { state: "closed" });
  const draft = await site.pull("draft", { draft: true });
  const conflict = await site.conflict("conflict");
  for (
    const [number, reason] of [
      [closed, /it is closed and was not merged/],
      [draft, /it is a draft/],
      [conflict, /it conflicts with its base branch/],
    ] as const
  ) {
    const args = { number, idempotencyKey: KEY };
    const { written, error } = await site.runAll("merge_pull_request", args);
    assert.match(error!.message, reason);
    assert.deepEqual(written, []);
    assert.deepEqual(await commentsOf(site, number), []);
  }
});

Deno.test("merge_pull_request refuses a head that moved after the comment, now and when it is run again", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const approved = await headOf(site, number);
  const timer = createTimer();
  timer.meanwhile = async () => void await site.push("fix");
  const args = { number, idempotencyKey: KEY };
  const first = await waiting(site, timer, "merge_pull_request", args);
  assert.match(first.error!.message, new RegExp(`${approved} was approved, but its head is now`));
  assert.equal(first.written.at(-1)?.data.outcome, "failed");
  // Even without any record: the comment itself says what it approved.
  const second = await waiting(site, createTimer(), "merge_pull_request", args);
  assert.match(second.error!.message, new RegExp(`${approved} was approved`));
  assert.equal((await commentsOf(site, number)).length, 1);
});

Deno.test("a head that moved and was merged before the next poll is not called merged", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const timer = createTimer();
  timer.meanwhile = async () => {
    await site.push("fix");
    await site.callAsOther("PUT", `/pulls/${number}/merge`, {});
  };
  const args = { number, idempotencyKey: KEY };
  const { written, error } = await waiting(site, timer, "merge_pull_request", args);
  assert.match(error!.message, /its head is now [0-9a-f]{40}, which was merged/);
  assert.equal(written.at(-1)?.data.outcome, "failed");
});

Deno.test("a run killed after the approval comment waits on without a second one", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const args = { number, idempotencyKey: KEY, timeoutSeconds: 15 };
  const first = await waiting(site, createTimer(), "merge_pull_request", args);
  const data = killedAfterIntent(first.written);
  const timer = createTimer();
  timer.meanwhile = async () => void await site.call("PUT", `/pulls/${number}/merge`, {});
  const second = await waiting(site, timer, "merge_pull_request", args, { data });
  assert.equal(second.written.at(-1)?.data.outcome, "updated");
  assert.equal((await commentsOf(site, number)).length, 1);
});

Deno.test("a cancelled run stops waiting and leaves its intent", async () => {
  await using site = await startSite();
  const number = await site.pull("fix");
  const controller = new AbortController();
  const timer = createTimer();
  timer.meanwhile = () => controller.abort();
  const args = { number, idempotencyKey: KEY };
  const more = { signal: controller.signal };
  const { written, error } = await waiting(site, timer, "merge_pull_request", args, more);
  assert.equal(error?.name, "AbortError");
  assert.deepEqual(written.map((one) => one.data.stage), ["intent"]);
});
