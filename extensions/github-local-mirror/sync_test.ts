import assert from "node:assert/strict";
import type { PrSnapshot } from "../platform/subjects/snapshots.ts";
import type { IssueSnapshot } from "../platform/subjects/snapshots.ts";
import type { ActivityEvent } from "./outputs/subjects.ts";
import type { CheckRunSnapshot } from "./outputs/subjects.ts";
import type { CollectionStatus } from "./outputs/mirror.ts";
import type { MirrorState } from "./outputs/mirror.ts";
import type { PrRevision } from "./outputs/pull_requests.ts";
import type { SubjectReference } from "./outputs/subjects.ts";
import { startMirror } from "./testing/mirror.ts";
import { comment, issue, patch, pull, uncomment } from "./testing/on_stage.ts";

Deno.test("sync: a repository is stored whole, and a second sync finds nothing to write", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "First", "see octocat/other#5");
  await issue(stage, "Second");
  const { number, sha } = await pull(stage, "topic", "Fixes #1");
  await comment(stage, number, "what about #2?");
  await comment(stage, 1, "said");
  await stage.on("app", "POST", `/pulls/${number}/comments`, {
    body: "here",
    path: "topic.txt",
    line: 1,
    commit_id: sha,
  });
  stage.host.upstream.addPerson("ann");
  stage.host.upstream.reviewAs("ann", "octocat/app", number, "APPROVED", "good");
  await stage.on("app", "POST", "/check-runs", {
    name: "ci",
    head_sha: sha,
    conclusion: "success",
  });
  // The second of the last change is over: what is read in it would be read again.
  stage.host.clock.advance(60);
  stage.took();

  const first = await mirror.sync();
  assert.equal(first.error, undefined);
  assert.equal(first.summary.complete, true);
  assert.deepEqual(first.summary.errors, []);
  const pr = mirror.stored<PrSnapshot>("prSnapshot", String(number))!;
  assert.deepEqual(
    [pr.depth, pr.state, pr.head?.sha, pr.reviewDecision, pr.reviewers?.map(({ login }) => login)],
    ["full", "open", sha, "approved", ["ann"]],
  );
  const { events } = mirror.stored<ActivityEvent>("activityEvent", `pr-${number}`)!;
  const types = events.map(({ type }) => type).sort();
  assert.deepEqual(types, ["commented", "committed", "line-commented", "reviewed"]);
  assert.deepEqual(
    mirror.stored<SubjectReference>("subjectReference", `pr-${number}`)!.references,
    [
      { target: "octocat/app#1", relationship: "closing", external: false },
      { target: "octocat/app#2", relationship: "text", external: false },
    ],
  );
  assert.deepEqual(
    mirror.stored<SubjectReference>("subjectReference", "issue-2")!.referencedBy,
    [{ subjectType: "pr", number, relationship: "text" }],
  );
  const checks = mirror.stored<CheckRunSnapshot>(
    "checkRunSnapshot",
    String(number),
    sha.slice(0, 12),
  )!;
  assert.deepEqual(checks.checks.map(({ name, state }) => [name, state]), [["ci", "success"]]);
  for (const spec of ["prHeadState", "prRevision", "prFileSnapshot", "prCommit"]) {
    assert.equal(mirror.all(spec).length, 1, spec);
  }
  assert.deepEqual(mirror.stored<MirrorState>("mirrorState")!.counts, {
    openPrs: 1,
    prs: 1,
    openIssues: 2,
    issues: 2,
  });
  assert.deepEqual(stage.took().filter((one) => one.includes("/repos/")), []);

  stage.took(true);
  const second = await mirror.sync();
  assert.deepEqual(second.counts, { mirrorState: 1, syncRunSummary: 1 });
  const asked = stage.took(true).filter((one) => one.includes("/repos/"));
  assert.equal(asked.length, 4, asked.join("\n"));
});

Deno.test("sync: entries of one second are found on whichever page they are, two to a page", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set("2026-11-20T10:00:00Z");
  for (let number = 1; number <= 7; number++) await issue(stage, `Issue ${number}`);
  stage.host.clock.set("2026-11-20T10:00:01Z");
  for (let number = 8; number <= 9; number++) await issue(stage, `Issue ${number}`);
  for (let number = 1; number <= 5; number++) await comment(stage, 9, `Comment ${number}`);
  stage.host.paging.most = 2;
  const { summary } = await mirror.sync();
  assert.equal(summary.complete, true);
  assert.deepEqual(
    mirror.all<IssueSnapshot>("issueSnapshot").map(({ number }) => number).sort(),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.equal(mirror.stored<ActivityEvent>("activityEvent", "issue-9")!.events.length, 5);
});

Deno.test("sync: nothing is lost when what was read changes and all others move up a page", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  for (let number = 1; number <= 8; number++) {
    stage.host.clock.set(`2026-11-20T10:00:0${number}Z`);
    await issue(stage, `Issue ${number}`);
  }
  stage.host.clock.set("2026-11-20T11:00:00Z");
  stage.host.paging.most = 2;
  stage.host.afterNext("GET /repos/octocat/app/issues", async () => {
    await patch(stage, 1, { title: "Issue 1, changed" });
  });
  await mirror.sync();
  const titles = mirror.all<IssueSnapshot>("issueSnapshot").map(({ title }) => title).sort();
  assert.deepEqual(
    titles,
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => number === 1 ? "Issue 1, changed" : `Issue ${number}`),
  );
});

Deno.test("sync: an answer that fails twice ends its list there, and the next sync goes on", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  for (let number = 1; number <= 4; number++) {
    stage.host.clock.set(`2026-11-20T10:0${number}:00Z`);
    await issue(stage, `Issue ${number}`);
  }
  stage.host.paging.most = 2;
  stage.host.afterNext("GET /repos/octocat/app/issues", () => {
    stage.host.failNext("GET /repos/octocat/app/issues", 502, {}, 2);
  });
  const failed = await mirror.sync();
  assert.match(failed.error!.message, /the issues and pull requests of octocat\/app: .*502/);
  assert.equal(failed.summary.stoppedBy, "failed");
  assert.equal(mirror.all("issueSnapshot").length, 2);
  const status = mirror.stored<CollectionStatus>("collectionStatus", "repository", "index")!;
  assert.deepEqual([status.complete, status.error?.code], [false, "unavailable"]);
  assert.equal(mirror.stored<MirrorState>("mirrorState")!.complete, false);

  const { error, summary } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
  assert.equal(mirror.all("issueSnapshot").length, 4);
  const after = mirror.stored<CollectionStatus>("collectionStatus", "repository", "index")!;
  assert.deepEqual([after.complete, after.error], [true, null]);
});

Deno.test("sync: a used-up allowance is a pause with its end, and no failure", async () => {
  await using started = await startMirror("app", { syncOverlapMinutes: 0 });
  const { stage, mirror } = started;
  for (let number = 1; number <= 6; number++) {
    stage.host.clock.set(`2026-11-20T10:0${number}:00Z`);
    await issue(stage, `Issue ${number}`);
  }
  stage.host.paging.most = 2;
  const resetAt = Date.parse("2026-11-20T10:30:00Z");
  stage.host.limits.set("octocat", "core", { limit: 5000, used: 4997, resetAt });
  const stopped = await mirror.sync();
  assert.equal(stopped.error, undefined);
  assert.deepEqual(
    [stopped.summary.stoppedBy, stopped.summary.resumeAt, stopped.summary.requests],
    ["rate-limit", "2026-11-20T10:30:00.000Z", 3],
  );
  assert.equal(mirror.stored<MirrorState>("mirrorState")!.resumeAt, "2026-11-20T10:30:00.000Z");
  assert.match(mirror.lines.at(-1)!, /not complete, the rate limit was reached.*10:30/);
  const unread = mirror.all<CollectionStatus>("collectionStatus")
    .filter(({ complete }) => !complete).map(({ component }) => component).sort();
  assert.deepEqual(unread, [
    "checks",
    "details",
    "index",
    "issueComments",
    "missing",
    "reviewComments",
  ]);
  const left = mirror.all("issueSnapshot").length;
  assert.ok(left > 0 && left < 6, String(left));

  const refused = await mirror.sync({ args: { requireComplete: true } });
  assert.match(refused.error!.message, /the mirror of octocat\/app: it is not complete.*10:30/);
  stage.host.clock.set("2026-11-20T10:30:01Z");
  const resumed = await mirror.sync({ args: { requireComplete: true } });
  assert.equal(resumed.error, undefined);
  assert.equal(mirror.all("issueSnapshot").length, 6);
  assert.equal(mirror.stored<MirrorState>("mirrorState")!.resumeAt, null);
});

Deno.test("sync: a list longer than maxApiPages goes on with the next sync", async () => {
  await using started = await startMirror("app", { maxApiPages: 2, syncOverlapMinutes: 0 });
  const { stage, mirror } = started;
  for (let number = 1; number <= 6; number++) {
    stage.host.clock.set(`2026-11-20T10:0${number}:00Z`);
    await issue(stage, `Issue ${number}`);
  }
  stage.host.paging.most = 2;
  const found: number[] = [];
  for (let run = 0; run < 6; run++) {
    const { summary, error } = await mirror.sync();
    assert.equal(error, undefined);
    found.push(mirror.all("issueSnapshot").length);
    if (summary.complete) break;
    assert.equal(summary.stoppedBy, "pages");
  }
  assert.deepEqual(found, [3, 5, 6]);
});

Deno.test("sync: cancelled in the middle it writes how far it came, and the next one goes on", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "First");
  await comment(stage, 1, "said");
  const controller = new AbortController();
  stage.host.beforeNext("GET /repos/octocat/app/issues/comments", () => {
    controller.abort(new DOMException("enough", "AbortError"));
  });
  const cancelled = await mirror.sync({ signal: controller.signal });
  assert.match(cancelled.error!.message, /enough/);
  assert.equal(cancelled.summary.stoppedBy, "cancelled");
  assert.equal(mirror.all("issueSnapshot").length, 1);
  const { summary } = await mirror.sync();
  assert.equal(summary.complete, true);
  assert.equal(mirror.stored<ActivityEvent>("activityEvent", "issue-1")!.events.length, 1);
});

for (const seconds of [-600, 600]) {
  Deno.test(`sync: a host whose clock is ${seconds} s off loses nothing`, async () => {
    await using started = await startMirror();
    const { stage, mirror } = started;
    stage.host.clock.advance(seconds);
    await issue(stage, "Before");
    await mirror.sync();
    await issue(stage, "After");
    await patch(stage, 1, { title: "Before, changed" });
    await mirror.sync();
    const titles = mirror.all<IssueSnapshot>("issueSnapshot").map(({ title }) => title).sort();
    assert.deepEqual(titles, ["After", "Before, changed"]);
  });
}

Deno.test("sync: edited and deleted comments are as they are upstream", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "First");
  const { number } = await pull(stage, "topic");
  const ids = [];
  for (const on of [1, 1, 1, number, number]) ids.push((await comment(stage, on, "see #2")).id);
  await mirror.sync();
  await stage.on("app", "PATCH", `/issues/comments/${ids[0]}`, { body: "see nothing" });
  await uncomment(stage, ids[1]!);
  await uncomment(stage, ids[3]!);
  const { summary } = await mirror.sync();
  assert.equal(summary.complete, true);
  const said = (part: string) =>
    mirror.stored<ActivityEvent>("activityEvent", part)!.events
      .filter(({ type }) => type === "commented").map(({ id, body }) => `${id} ${body}`);
  assert.deepEqual(said("issue-1"), [`comment-${ids[0]} see nothing`, `comment-${ids[2]} see #2`]);
  assert.deepEqual(said(`pr-${number}`), [`comment-${ids[4]} see #2`]);
});

Deno.test("sync: what was deleted, moved away or made a discussion is told from what is open", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  const { host } = stage;
  for (const title of ["Stays", "Deleted", "Discussed", "Moved"]) await issue(stage, title);
  await stage.host.call("ghp_stage0123456789stage0123456789stage01", "POST", "/user/repos", {
    name: "other",
  });
  await mirror.sync();
  host.upstream.deleteIssue("octocat/app", 2);
  host.upstream.makeDiscussion("octocat/app", 3);
  const there = host.upstream.transferIssue("octocat/app", 4, "octocat/other");
  const { summary, error } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
  const states = [1, 2, 3, 4].map((number) =>
    mirror.stored<IssueSnapshot>("issueSnapshot", String(number))!
  );
  assert.deepEqual(states.map(({ state }) => state), ["open", "deleted", "deleted", "deleted"]);
  assert.match(states[3]!.transferredTo!, new RegExp(`/octocat/other/issues/${there}$`));
  assert.deepEqual(states.slice(0, 3).map(({ transferredTo }) => transferredTo), [
    null,
    null,
    null,
  ]);
  stage.took(true);
  const quiet = await mirror.sync();
  assert.deepEqual(quiet.counts, { mirrorState: 1, syncRunSummary: 1 });
  assert.equal(quiet.summary.requests, 4);
});

Deno.test("sync: where issues are switched off, pull requests are read by their own list", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await pull(stage, "one");
  await pull(stage, "two");
  await stage.on("app", "PATCH", "", { has_issues: false });
  stage.host.paging.most = 1;
  const { summary, error } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
  assert.deepEqual(mirror.all<PrSnapshot>("prSnapshot").map(({ depth }) => depth), [
    "full",
    "full",
  ]);
  await stage.on("app", "PATCH", "/pulls/1", { title: "Renamed" });
  await mirror.sync();
  assert.equal(mirror.stored<PrSnapshot>("prSnapshot", "1")!.title, "Renamed");
});

Deno.test("sync: checks that are pending are asked for again, settled ones are not", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  const { number, sha } = await pull(stage, "topic");
  const run = await stage.on<{ id: number }>("app", "POST", "/check-runs", {
    name: "ci",
    head_sha: sha,
    status: "in_progress",
  });
  stage.host.clock.advance(60);
  await mirror.sync();
  const state = () =>
    mirror.stored<CheckRunSnapshot>("checkRunSnapshot", String(number), sha.slice(0, 12))!.checks
      .map((check) => check.state);
  assert.deepEqual(state(), ["pending"]);
  await stage.on("app", "PATCH", `/check-runs/${run.id}`, { conclusion: "failure" });
  await mirror.sync();
  assert.deepEqual(state(), ["failure"]);
  stage.took(true);
  await mirror.sync();
  assert.deepEqual(stage.took(true).filter((one) => one.includes("/commits/")), []);
});

Deno.test("sync: a change that shows first when mergeability is asked for again is read by the next sync", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  const { number } = await pull(stage, "topic");
  const { id } = await comment(stage, number, "gone soon");
  const next = await stage.push("app", "next", { "next.txt": "n" });
  stage.host.clock.advance(60);
  const page = await stage.on("app", "GET", `/pulls/${number}`);
  const route = `GET /repos/octocat/app/pulls/${number}`;
  stage.host.answerNext(route, () => Response.json({ ...page, mergeable: null }));
  await mirror.sync();
  const snapshot = () => mirror.stored<PrSnapshot>("prSnapshot", String(number))!;
  assert.equal(snapshot().mergeable, null);
  stage.host.afterNext("GET /repos/octocat/app/pulls/comments", async () => {
    await uncomment(stage, id);
    await stage.on("app", "PATCH", `/pulls/${number}`, { base: "next" });
  });
  await mirror.sync();
  stage.host.clock.advance(60);
  await mirror.sync();
  const { events } = mirror.stored<ActivityEvent>("activityEvent", `pr-${number}`)!;
  assert.deepEqual(events.filter(({ type }) => type === "commented"), []);
  const { mergeable, detailsOf, updatedAt } = snapshot();
  assert.deepEqual([mergeable, detailsOf], [true, updatedAt]);
  assert.deepEqual(mirror.all<PrRevision>("prRevision").map(({ baseSha }) => baseSha), [next]);
});

Deno.test("sync: a push, a forced one, another base and a merge show as they are upstream", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  const topic = await pull(stage, "topic");
  const other = await pull(stage, "other");
  await stage.push("app", "next", { "next.txt": "n" });
  await mirror.sync();
  const snapshot = (number: number) => mirror.stored<PrSnapshot>("prSnapshot", String(number))!;

  const forced = await stage.host.upstream.forcePush("octocat/app", "topic");
  await stage.on("app", "PATCH", `/pulls/${topic.number}`, { base: "next" });
  await stage.on("app", "PUT", `/pulls/${other.number}/merge`, { merge_method: "squash" });
  const { summary } = await mirror.sync();
  assert.equal(summary.complete, true);
  assert.notEqual(forced, topic.sha);
  assert.deepEqual(
    [snapshot(topic.number).head?.sha, snapshot(topic.number).base?.ref],
    [forced, "next"],
  );
  assert.deepEqual([snapshot(other.number).state, snapshot(other.number).depth], [
    "merged",
    "full",
  ]);
  const { mergeBase, baseSha } = mirror.all<PrRevision>("prRevision")
    .find(({ headSha }) => headSha === forced)!;
  assert.equal(baseSha, await stage.tip("app", "next"));
  assert.notEqual(mergeBase, null);
  const kinds = mirror.all<{ number: number; kind: string }>("prRevision")
    .filter(({ number }) => number === topic.number).map(({ kind }) => kind).sort();
  assert.deepEqual(kinds, ["force-pushed", "opened"]);
});

Deno.test("sync: a renamed repository is followed, an archived one is read", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "First");
  await mirror.sync();
  await stage.on("app", "PATCH", "", { name: "renamed" });
  await stage.on("renamed", "POST", "/issues", { title: "Second" });
  await stage.on("renamed", "PATCH", "", { archived: true });
  const { error, summary } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
  const { renamedTo, archived } = mirror.stored<{ renamedTo: string; archived: boolean }>(
    "repoSnapshot",
  )!;
  assert.deepEqual([renamedTo, archived], ["octocat/renamed", true]);
  assert.equal(mirror.all("issueSnapshot").length, 2);
});

Deno.test("sync: without the data it reads everything again, without the state too", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "First");
  await pull(stage, "topic");
  await mirror.sync();
  const names = [...mirror.data.keys()].filter((name) => !name.startsWith("syncrun")).sort();

  mirror.data.clear();
  const again = await mirror.sync();
  assert.equal(again.summary.complete, true);
  assert.match(mirror.lines.join("\n"), /reading everything again/);
  const restored = [...mirror.data.keys()].filter((name) => !name.startsWith("syncrun")).sort();
  assert.deepEqual(restored, names);

  await Deno.remove(`${mirror.artifacts}/state.json`);
  await Deno.remove(`${mirror.artifacts}/digests.log`);
  const third = await mirror.sync();
  assert.equal(third.error, undefined);
  assert.deepEqual(third.counts, { mirrorState: 1, syncRunSummary: 1 });
});

Deno.test("sync: a first sync can leave out what changed last before a time", async () => {
  await using started = await startMirror("app", { firstSyncSince: "2026-11-20T00:00:00Z" });
  const { stage, mirror } = started;
  stage.host.clock.set("2026-11-19T23:59:59Z");
  await issue(stage, "Old");
  stage.host.clock.set("2026-11-20T00:00:00Z");
  await issue(stage, "New");
  await mirror.sync();
  assert.deepEqual(mirror.all<IssueSnapshot>("issueSnapshot").map(({ title }) => title), ["New"]);
  stage.took(true);
  await mirror.sync();
  assert.equal(stage.took(true).filter((one) => one.includes("state=open")).length, 0);
});

Deno.test("sync: details that were read before a run was ended are not asked for again", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  for (const branch of ["one", "two", "three"]) await pull(stage, branch);
  stage.host.clock.advance(60);
  const controller = new AbortController();
  stage.host.beforeNext("GET /repos/octocat/app/pulls/1", () => {
    controller.abort(new DOMException("enough", "AbortError"));
  });
  await mirror.sync({ signal: controller.signal });
  stage.took(true);
  const { summary } = await mirror.sync();
  assert.equal(summary.complete, true);
  const pages = stage.took(true).filter((one) => /^GET .*\/pulls\/\d+$/.test(one));
  assert.deepEqual(pages, ["GET /repos/octocat/app/pulls/1"]);
});

Deno.test("sync: the state has the numbers of what is open, once the list is known", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "First");
  const open = await pull(stage, "open");
  const closed = await pull(stage, "closed");
  await patch(stage, closed.number, { state: "closed" });
  stage.took();
  await mirror.sync();
  const numbers = () => mirror.stored<MirrorState>("mirrorState")!.openPrNumbers;
  assert.deepEqual(numbers(), [open.number]);
  await patch(stage, closed.number, { state: "open" });
  await patch(stage, open.number, { state: "closed" });
  await mirror.sync();
  assert.deepEqual(numbers(), [closed.number]);
});

Deno.test("sync: the summaries of the newest fifty runs stay", async () => {
  await using started = await startMirror();
  const { mirror } = started;
  const names = Array.from(
    { length: 60 },
    (_, minute) =>
      `syncrunsummary.octocat~app~2020-01-01t00-${String(minute).padStart(2, "0")}-00.000z`,
  );
  for (const name of names) {
    mirror.data.set(name, {});
    mirror.specs.set(name, "syncRunSummary");
  }
  const { error } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(mirror.all("syncRunSummary").length, 50);
  assert.deepEqual(names.filter((name) => mirror.data.has(name)), names.slice(11));
});

Deno.test("sync: references are known at both ends, until a text no longer names them", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  await issue(stage, "Named before it is there", "see #3");
  await issue(stage, "Second");
  const { number } = await pull(stage, "topic", "Fixes #2");
  await comment(stage, 1, "and #2");
  stage.took();
  await mirror.sync();
  const references = (part: string) => mirror.stored<SubjectReference>("subjectReference", part);
  const by = (part: string) =>
    references(part)?.referencedBy?.map(({ subjectType, number, relationship }) =>
      `${subjectType}-${number} ${relationship}`
    );
  assert.deepEqual(by(`pr-${number}`), ["issue-1 text"]);
  assert.equal(by("issue-2")?.includes("issue-1 text"), true);
  assert.equal(by("issue-2")?.includes(`pr-${number} closing`), true);
  const again = await mirror.sync();
  assert.equal(again.counts.subjectReference, undefined);

  await patch(stage, 1, { body: "see nothing" });
  await mirror.sync();
  assert.equal(by(`pr-${number}`), undefined);
  assert.deepEqual(references("issue-1")!.references.map(({ target }) => target), [
    "octocat/app#2",
  ]);
  assert.deepEqual(by("issue-2")?.length, 2);

  // Without the mirror's own file they are read from the documents.
  await Deno.remove(`${mirror.artifacts}/references.log`);
  await patch(stage, 2, { title: "Second, see #1" });
  await mirror.sync();
  assert.deepEqual(by("issue-1"), ["issue-2 text"]);
  assert.deepEqual(by("issue-2")?.length, 2);
});

Deno.test("what a deleted behavior left behind does not bind the next one", async () => {
  await using world = await startMirror();
  const { mirror } = world;
  await mirror.sync();
  const path = `${mirror.artifacts}/state.json`;
  const state = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...state, apiBaseUrl: "https://git.example" }));
  assert.match(
    (await mirror.sync()).error!.message,
    /it is the state of .* at https:\/\/git\.example/,
  );

  mirror.data.clear();
  const { error, summary } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
});
