import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "../codehost.ts";
import { about, branchWith, tip } from "../testing/pair.ts";

const ONE = "octocat/one";

const start = () =>
  startCodeHost({
    tokens: { owner: "octocat", reader: "hubot" },
    repositories: [{ owner: "octocat", name: "one" }, { owner: "octocat", name: "two" }],
  });

/** A host with one open pull request, and its number. */
async function withPull(branch = "topic") {
  const host = await start();
  await branchWith(about(host), branch);
  await about(host).post("/pulls", { title: "Topic", head: branch, base: "main" });
  return host;
}

async function ask(host: CodeHost, path: string) {
  const headers = { authorization: "Bearer owner" };
  const answer = await fetch(host.url + path, { headers, redirect: "manual" });
  const text = await answer.text();
  const body = text === "" ? undefined : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, body };
}

interface Pull {
  head: { sha: string; repo: object | null; user: { login: string } | null };
  base: { ref: string };
  user: { login: string };
  merged: boolean;
  merged_by: { login: string } | null;
  state: string;
  updated_at: string;
}

const pullOf = (host: CodeHost) => about(host).get<Pull>("/pulls/1");

async function story(host: CodeHost, number = 1) {
  const events = await about(host).get<{ event: string }[]>(`/issues/${number}/timeline`);
  return events.map(({ event }) => event);
}

/** The commit of `refs/pull/1/head`, as git's own `ls-remote` sees it. */
async function headRef(host: CodeHost) {
  const args = ["ls-remote", `${host.url}/octocat/one.git`, "refs/pull/1/head"];
  const { stdout } = await new Deno.Command("git", { args }).output();
  return new TextDecoder().decode(stdout).slice(0, 40);
}

Deno.test("a force push moves the head to where it does not come from", async () => {
  await using host = await withPull();
  const before = await pullOf(host);
  host.clock.advance(60);
  const sha = await host.upstream.forcePush(ONE, "topic");
  const after = await pullOf(host);
  assert.deepEqual([after.head.sha, await headRef(host)], [sha, sha]);
  assert.notEqual(sha, before.head.sha);
  assert.ok(after.updated_at > before.updated_at);
  assert.ok((await story(host)).includes("head_ref_force_pushed"));
});

Deno.test("a push to the end of a branch is not a force push", async () => {
  await using host = await withPull();
  const more = { message: "More", content: btoa("more"), branch: "topic" };
  await about(host).put("/contents/more.txt", more);
  assert.equal((await story(host)).includes("head_ref_force_pushed"), false);
});

Deno.test("a deleted fork leaves its pull request without a head repository; the reference stays", async () => {
  await using host = await start();
  const fork = about(host, "reader", "hubot/one");
  await host.call("reader", "POST", `/repos/${ONE}/forks`);
  await branchWith(fork, "topic");
  const wish = { title: "From afar", head: "hubot:topic", base: "main" };
  await about(host, "reader").post("/pulls", wish);
  const { head } = await pullOf(host);
  await fork.remove("");
  const after = await pullOf(host);
  assert.deepEqual([after.head.repo, after.head.sha, after.state], [null, head.sha, "open"]);
  assert.equal(await headRef(host), head.sha);
  await host.upstream.forgetHead(ONE, 1);
  assert.equal(await headRef(host), "");
  assert.equal((await pullOf(host)).head.sha, head.sha);
});

Deno.test("a retargeted base shows in the request and its story", async () => {
  await using host = await withPull();
  const repo = about(host);
  await repo.post("/git/refs", { ref: "refs/heads/next", sha: await tip(repo) });
  await repo.patch("/pulls/1", { base: "next" });
  assert.equal((await pullOf(host)).base.ref, "next");
  assert.ok((await story(host)).includes("base_ref_changed"));
});

for (const method of ["merge", "squash", "rebase"]) {
  Deno.test(`a pull request merged by ${method} is merged and closed`, async () => {
    await using host = await withPull();
    await about(host).put("/pulls/1/merge", { merge_method: method });
    const pull = await pullOf(host);
    assert.deepEqual([pull.merged, pull.state, pull.merged_by?.login], [true, "closed", "octocat"]);
    assert.deepEqual((await story(host)).filter((one) => one !== "committed"), [
      "merged",
      "closed",
    ]);
  });
}

Deno.test("the merge queue merges in its own name", async () => {
  await using host = await withPull();
  const sha = await host.upstream.mergeByQueue(ONE, 1);
  assert.equal(await tip(about(host)), sha);
  const pull = await pullOf(host);
  assert.deepEqual([pull.merged, pull.merged_by?.login], [true, "github-merge-queue[bot]"]);
  const events = await story(host);
  assert.deepEqual(events.filter((one) => one.includes("queue")), [
    "added_to_merge_queue",
    "removed_from_merge_queue",
  ]);
});

for (const fate of ["deleteIssue", "makeDiscussion"] as const) {
  Deno.test(`${fate}: the issue is gone, with everything said there`, async () => {
    await using host = await start();
    await about(host).post("/issues", { title: "First" });
    await about(host).post("/issues", { title: "Second" });
    const { id } = await about(host).post<{ id: number }>("/issues/1/comments", { body: "Hm" });
    host.upstream[fate](ONE, 1);
    for (const below of ["", "/comments", "/timeline", "/labels"]) {
      assert.equal((await ask(host, `/repos/${ONE}/issues/1${below}`)).status, 410, below);
    }
    assert.equal((await ask(host, `/repos/${ONE}/issues/comments/${id}`)).status, 404);
    assert.deepEqual((await ask(host, `/repos/${ONE}/issues/comments`)).body, []);
    const left = (await ask(host, `/repos/${ONE}/issues?state=all`)).body;
    assert.deepEqual(left.map((one: { number: number }) => one.number), [2]);
    assert.equal((await about(host).post<{ number: number }>("/issues", { title: "x" })).number, 3);
  });
}

Deno.test("a transferred issue leads to the other repository", async () => {
  await using host = await start();
  await about(host).post("/issues", { title: "Moves" });
  await about(host).post("/issues/1/comments", { body: "Along" });
  const number = host.upstream.transferIssue(ONE, 1, "octocat/two");
  const old = await ask(host, `/repos/${ONE}/issues/1/comments?per_page=5`);
  assert.equal(old.status, 301);
  assert.match(
    old.headers.get("location")!,
    /\/repositories\/\d+\/issues\/1\/comments\?per_page=5$/,
  );
  const there = await ask(host, new URL(old.headers.get("location")!).pathname);
  assert.deepEqual(there.body.map((one: { body: string }) => one.body), ["Along"]);
  assert.match(there.body[0].issue_url, new RegExp(`/octocat/two/issues/${number}$`));
  assert.deepEqual((await ask(host, `/repos/${ONE}/issues?state=all`)).body, []);
});

Deno.test("without issues the lists are 410, and pull requests are there all the same", async () => {
  await using host = await withPull();
  await about(host).post("/issues", { title: "Two" });
  await about(host).patch("", { has_issues: false });
  assert.equal((await ask(host, `/repos/${ONE}/issues?state=all`)).status, 410);
  assert.equal((await ask(host, `/repos/${ONE}/issues/2`)).status, 410);
  assert.equal((await ask(host, `/repos/${ONE}/issues/1`)).status, 200);
  assert.equal((await ask(host, `/repos/${ONE}/pulls?state=all`)).body.length, 1);
});

Deno.test("deleted accounts are shown as ghost, or as nobody", async () => {
  await using host = await withPull();
  const { upstream } = host;
  for (const login of ["anna", "bert"]) upstream.addPerson(login);
  const issue = upstream.openAs("anna", ONE, "From Anna");
  upstream.commentAs("bert", ONE, issue, "From Bert");
  upstream.reviewAs("bert", ONE, 1, "APPROVED");
  upstream.deleteAccount("anna");
  upstream.deleteAccount("bert", "nobody");
  const repo = about(host);
  type By = { user: { login: string } | null };
  assert.equal((await repo.get<By>(`/issues/${issue}`)).user?.login, "ghost");
  assert.equal((await repo.get<By[]>(`/issues/${issue}/comments`))[0]!.user, null);
  assert.equal((await repo.get<By[]>("/pulls/1/reviews"))[0]!.user, null);
  await repo.get(`/issues/${issue}/timeline`);
});

Deno.test("bots and mannequins say what they are", async () => {
  await using host = await start();
  host.upstream.addPerson("renovate[bot]", "Bot");
  host.upstream.addPerson("imported", "Mannequin");
  host.upstream.openAs("renovate[bot]", ONE, "Update");
  host.upstream.openAs("imported", ONE, "From elsewhere");
  const issues = await about(host).get<{ user: { type: string } }[]>("/issues");
  assert.deepEqual(issues.map(({ user }) => user.type), ["Mannequin", "Bot"]);
});

Deno.test("a mention elsewhere stands in the timeline", async () => {
  await using host = await start();
  await about(host).post("/issues", { title: "One" });
  await about(host, "owner", "octocat/two").post("/issues", { title: "Other" });
  host.upstream.crossReference(ONE, 1, "octocat/two", 1);
  const [event] = await about(host).get<{ source: { issue: { title: string } } }[]>(
    "/issues/1/timeline",
  );
  assert.equal(event!.source.issue.title, "Other");
  assert.deepEqual((await ask(host, `/repos/${ONE}/issues/1/events`)).body, []);
});

Deno.test("the host's clock shows in what it writes and in the Date of its answers", async () => {
  await using host = await start();
  for (const minutes of [10, -20]) {
    host.clock.advance(minutes * 60);
    const { number } = await about(host).post<{ number: number }>("/issues", { title: "Now" });
    const { headers, body } = await ask(host, `/repos/${ONE}/issues/${number}`);
    const off = Date.parse(headers.get("date")!) - host.clock.now();
    assert.ok(Math.abs(off) < 5 * 60_000, `${off}`);
    assert.ok(Math.abs(Date.parse(body.created_at) - host.clock.now()) < 5 * 60_000);
  }
});

Deno.test("an answer can come without a word of the limit", async () => {
  await using host = await start();
  host.limits.silence(1);
  const seen = [];
  for (let count = 0; count < 2; count++) seen.push((await ask(host, "/user")).headers);
  assert.deepEqual(seen.map((headers) => headers.has("x-ratelimit-remaining")), [false, true]);
});

Deno.test("a host fails now and then", async () => {
  await using host = await start();
  host.failEvery("GET /repos", 3, 502);
  const statuses = [];
  for (let count = 0; count < 6; count++) statuses.push((await ask(host, `/repos/${ONE}`)).status);
  assert.deepEqual(statuses, [200, 200, 502, 200, 200, 502]);
});

Deno.test("a tree that is too long is cut, and says so", async () => {
  await using host = await withPull();
  host.paging.tree = 1;
  const { body } = await ask(host, `/repos/${ONE}/git/trees/topic?recursive=1`);
  assert.deepEqual([body.tree.length, body.truncated], [1, true]);
  assert.equal((await ask(host, `/repos/${ONE}/git/trees/topic`)).body.tree.length, 2);
});

Deno.test("a request that is opened again is where its branch is by then", async () => {
  await using host = await withPull();
  await about(host).patch("/pulls/1", { state: "closed" });
  const sha = await host.upstream.forcePush(ONE, "topic");
  assert.notEqual((await pullOf(host)).head.sha, sha, "a closed one stays");
  await about(host).patch("/pulls/1", { state: "open" });
  assert.equal((await pullOf(host)).head.sha, sha);
});
