import assert from "node:assert/strict";
import type { CodeHost } from "@svc/fakes/codehost";
import { branch, ensure, REPO, start, tip, writes } from "../testing/on_host.ts";

const pulls = async (host: CodeHost, state = "all") =>
  await host.call("t1", "GET", `${REPO}/pulls?state=${state}`) as Record<string, unknown>[];

const openPr = (host: CodeHost, args: Record<string, unknown> = {}) =>
  ensure(host, "openPr", { repo: "hello-world", head: "fix", title: "Fix it", ...args });

/** The host with a branch `fix` that is one commit ahead. */
async function withBranch(): Promise<CodeHost> {
  const host = await start();
  await branch(host, "fix");
  return host;
}

Deno.test("openPr plans unless it is told otherwise: nothing is written upstream", async () => {
  await using host = await withBranch();
  const from = host.received.length;
  const { spec, name, data } = await openPr(host);
  assert.deepEqual([spec, name], ["pull", "pull.octocat~hello-world~fix~main"]);
  const { fetchedAt: _, ...rest } = data;
  assert.deepEqual(rest, {
    repo: "octocat/hello-world",
    number: null,
    head: "fix",
    base: "main",
    title: "Fix it",
    url: null,
    outcome: "would-create",
    dryRun: true,
  });
  assert.deepEqual(writes(host, from), []);
});

Deno.test("with dryRun=false it is opened into the default branch", async () => {
  await using host = await withBranch();
  const { data } = await openPr(host, { body: "Because", draft: true, dryRun: false });
  assert.equal(data.outcome, "created");
  const [opened] = await pulls(host);
  assert.deepEqual([data.number, data.url], [opened!.number, opened!.html_url]);
  assert.deepEqual([opened!.title, opened!.body, opened!.draft], ["Fix it", "Because", true]);
  assert.equal((opened!.base as { ref: string }).ref, "main");
});

Deno.test("ten runs open one pull request, whose title stays as it is upstream", async () => {
  await using host = await withBranch();
  const outcomes = [];
  for (let time = 0; time < 10; time++) {
    const { data } = await openPr(host, { title: `Fix it ${time}`, dryRun: false });
    outcomes.push(data.outcome);
    assert.equal(data.title, "Fix it 0");
  }
  assert.deepEqual(outcomes, ["created", ...Array(9).fill("exists")]);
  assert.equal((await pulls(host)).length, 1);
});

Deno.test("one for another base does not count, and neither does a closed one", async () => {
  await using host = await withBranch();
  await branch(host, "stable");
  const first = await openPr(host, { dryRun: false });
  const other = await openPr(host, { base: "stable", dryRun: false });
  assert.equal(other.data.outcome, "created");
  await host.call("t1", "PATCH", `${REPO}/pulls/${first.data.number}`, { state: "closed" });
  const again = await openPr(host, { dryRun: false });
  assert.equal(again.data.outcome, "created");
  assert.notEqual(again.data.number, first.data.number);
});

Deno.test("a branch that is missing is named, and so is one without a change; also in a plan", async () => {
  await using host = await withBranch();
  const sha = await tip(host, "main");
  await host.call("t1", "POST", `${REPO}/git/refs`, { ref: "refs/heads/same", sha });
  const from = host.received.length;
  for (const dryRun of [true, false]) {
    await assert.rejects(openPr(host, { head: "nowhere", dryRun }), /there is no branch 'nowhere'/);
    await assert.rejects(openPr(host, { base: "gone", dryRun }), /there is no branch 'gone'/);
    await assert.rejects(
      openPr(host, { head: "same", dryRun }),
      /from same to main in octocat\/hello-world: .*no commit that the base lacks/,
    );
  }
  assert.deepEqual(writes(host, from), []);
});

Deno.test("a pull request whose answer is lost is looked for before it is sent again", async () => {
  await using host = await withBranch();
  host.loseNext(`POST ${REPO}/pulls`);
  const { data } = await openPr(host, { dryRun: false });
  assert.equal(data.outcome, "exists");
  assert.equal((await pulls(host)).length, 1);
});

Deno.test("what cannot be written to is refused in the plan, too", async () => {
  await using host = await withBranch();
  await host.call("t1", "PATCH", "/repos/octocat/hello-world", { name: "greetings" });
  for (const dryRun of [true, false]) {
    await assert.rejects(openPr(host, { repo: "old", dryRun }), /octocat\/old: .*archived/);
    await assert.rejects(openPr(host, { repo: "none", dryRun }), /octocat\/none: not found/);
    await assert.rejects(openPr(host, { dryRun }), /Use its new name, octocat\/greetings/);
    await assert.rejects(
      ensure(host, "openPr", { repo: "robot", head: "x", title: "X", dryRun }, {
        globalArgs: { owner: "hubot" },
      }),
      /hubot\/robot: the token can read this repository, but not write to it/,
    );
  }
});

Deno.test("the owner of the head is not a branch of a fork", async () => {
  await using host = await withBranch();
  await openPr(host, { dryRun: false });
  assert.equal((await openPr(host, { head: "octocat:fix", dryRun: false })).data.outcome, "exists");
  assert.equal((await pulls(host)).length, 1);
});

Deno.test("names that are none are refused before anything is sent", async () => {
  await using host = await start();
  const from = host.received.length;
  for (const head of ["", "-x", "a b", "a:b:c", "/:x", "a..b", "x\u200b"]) {
    await assert.rejects(openPr(host, { head }));
  }
  for (const base of ["", "a:b", "..", "HEAD"]) await assert.rejects(openPr(host, { base }));
  for (const title of ["", "x".repeat(257)]) await assert.rejects(openPr(host, { title }));
  await assert.rejects(openPr(host, { body: "x".repeat(65_537) }));
  assert.equal(host.received.length, from);
});
