import assert from "node:assert/strict";
import type { CodeHost } from "@svc/fakes/codehost";
import { runAll } from "../../testing/run.ts";
import { model } from "../github_ensure.ts";
import { ensure, start, writes } from "../testing/on_host.ts";

const ORG = { globalArgs: { owner: "github", isOrg: true } };

const upstream = async (host: CodeHost, repo: string) =>
  await host.call("t1", "GET", `/repos/${repo}`) as Record<string, unknown>;

Deno.test("ensureRepo plans unless it is told otherwise: nothing is written upstream", async () => {
  await using host = await start();
  const from = host.received.length;
  const { spec, name, data } = await ensure(host, "ensureRepo", { name: "New-One" });
  assert.deepEqual([spec, name], ["repoEnsure", "repoensure.octocat~new-one"]);
  const { fetchedAt: _, ...rest } = data;
  assert.deepEqual(rest, {
    owner: "octocat",
    name: "New-One",
    outcome: "would-create",
    dryRun: true,
    private: true,
    url: null,
    drift: [],
    renamedTo: null,
    topicsApplied: null,
  });
  assert.deepEqual(writes(host, from), []);
});

Deno.test("with dryRun=false it is made as asked, with its topics", async () => {
  await using host = await start();
  const { data } = await ensure(host, "ensureRepo", {
    name: "new-one",
    description: "A first",
    homepage: "https://example.org",
    topics: ["greeting", "hello-world"],
    dryRun: false,
  });
  assert.deepEqual([data.outcome, data.dryRun, data.topicsApplied], ["created", false, true]);
  const made = await upstream(host, "octocat/new-one");
  assert.equal(data.url, made.html_url);
  assert.equal(made.description, "A first");
  assert.equal(made.homepage, "https://example.org");
  assert.equal(made.private, true, "private unless said otherwise");
  assert.deepEqual(made.topics, ["greeting", "hello-world"]);
});

Deno.test("a new repository has a first commit unless said otherwise", async () => {
  await using host = await start();
  await ensure(host, "ensureRepo", { name: "filled", dryRun: false });
  await host.call("t1", "GET", "/repos/octocat/filled/git/ref/heads/main");
  await ensure(host, "ensureRepo", { name: "empty", autoInit: false, dryRun: false });
  await assert.rejects(
    host.call("t1", "GET", "/repos/octocat/empty/git/ref/heads/main"),
    /409.*empty/i,
  );
});

Deno.test("with isOrg it is made in the organisation, public only when asked for", async () => {
  await using host = await start();
  const args = { name: "docs", private: false, dryRun: false };
  const { data } = await ensure(host, "ensureRepo", args, ORG);
  assert.deepEqual([data.outcome, data.private], ["created", false]);
  assert.equal((await upstream(host, "github/docs")).private, false);
});

Deno.test("ten runs make one repository", async () => {
  await using host = await start();
  const outcomes = [];
  for (let time = 0; time < 10; time++) {
    const { data } = await ensure(host, "ensureRepo", { name: "once", dryRun: false });
    outcomes.push(data.outcome);
  }
  assert.deepEqual(outcomes, ["created", ...Array(9).fill("exists")]);
  assert.equal(writes(host).filter((one) => one === "POST /user/repos").length, 1);
});

Deno.test("what differs is reported and never changed", async () => {
  await using host = await start();
  const from = host.received.length;
  const { data } = await ensure(host, "ensureRepo", {
    name: "hello-world",
    description: "Says goodbye",
    private: true,
    homepage: "https://example.org",
    topics: ["x"],
    dryRun: false,
  });
  assert.equal(data.outcome, "exists");
  assert.equal(data.private, false);
  assert.deepEqual(data.drift, [
    { field: "description", wanted: "Says goodbye", found: "Says hello" },
    { field: "private", wanted: true, found: false },
    { field: "homepage", wanted: "https://example.org", found: "" },
    { field: "topics", wanted: ["x"], found: [] },
  ]);
  assert.equal(data.topicsApplied, null);
  assert.deepEqual(writes(host, from), []);
});

Deno.test("what was not asked for is not a drift, and neither is the order of topics", async () => {
  await using host = await start();
  await host.call("t1", "PUT", "/repos/octocat/hello-world/topics", { names: ["b", "a"] });
  const plain = await ensure(host, "ensureRepo", { name: "hello-world" });
  assert.deepEqual(plain.data.drift, []);
  const { data } = await ensure(host, "ensureRepo", {
    name: "hello-world",
    topics: ["a", "b", "a"],
  });
  assert.deepEqual([data.drift, data.topicsApplied], [[], true]);
});

Deno.test("a renamed repository is found, and no second one is made", async () => {
  await using host = await start();
  await host.call("t1", "PATCH", "/repos/octocat/hello-world", { name: "greetings" });
  const from = host.received.length;
  const { data } = await ensure(host, "ensureRepo", { name: "hello-world", dryRun: false });
  assert.deepEqual([data.outcome, data.renamedTo], ["exists", "octocat/greetings"]);
  assert.deepEqual(writes(host, from), []);
});

Deno.test("a user's repository is made by that user's token only, also in a plan", async () => {
  await using host = await start();
  for (const dryRun of [true, false]) {
    await assert.rejects(
      ensure(host, "ensureRepo", { name: "x", dryRun }, { globalArgs: { token: "t2" } }),
      /octocat: the token's account, hubot, cannot create repositories for it\. Set isOrg=true if/,
    );
  }
  await assert.rejects(
    ensure(host, "ensureRepo", { name: "x" }, { globalArgs: { isOrg: true } }),
    /the organisation octocat: not found.* Omit isOrg when the owner is a user/,
  );
});

Deno.test("templates are looked up before anything is made, also in a plan", async () => {
  await using host = await start();
  const good = { name: "x", licenseTemplate: "mit", gitignoreTemplate: "Node" };
  assert.equal((await ensure(host, "ensureRepo", good)).data.outcome, "would-create");
  const from = host.received.length;
  for (const dryRun of [true, false]) {
    await assert.rejects(
      ensure(host, "ensureRepo", { name: "x", licenseTemplate: "beer", dryRun }),
      /the license 'beer': not found.* for example mit/,
    );
    await assert.rejects(
      ensure(host, "ensureRepo", { name: "x", gitignoreTemplate: "Nodee", dryRun }),
      /the \.gitignore template 'Nodee': not found.* for example Node/,
    );
  }
  assert.deepEqual(writes(host, from), []);
});

Deno.test("a creation whose answer is lost is looked for before it is sent again", async () => {
  await using host = await start();
  for (const [where, name] of [["before", "lost"], ["within", "torn"]] as const) {
    host.loseNext("POST /user/repos", where);
    const { data } = await ensure(host, "ensureRepo", { name, dryRun: false });
    assert.equal(data.outcome, "exists");
  }
  assert.equal(writes(host).filter((one) => one === "POST /user/repos").length, 2);
});

Deno.test("a creation that took no effect is sent again, once", async () => {
  await using host = await start();
  host.failNext("POST /user/repos", 502);
  const { data } = await ensure(host, "ensureRepo", { name: "late", dryRun: false });
  assert.equal(data.outcome, "created");
});

Deno.test("a name that is taken by an invisible repository is told apart from one that was made", async () => {
  await using host = await start();
  const taken = {
    message: "Repository creation failed.",
    documentation_url: "https://docs.github.com/rest",
    errors: [{
      resource: "Repository",
      code: "custom",
      field: "name",
      message: "name already exists on this account",
    }],
  };
  host.answerNext("POST /orgs/github/repos", () => Response.json(taken, { status: 422 }));
  await assert.rejects(
    ensure(host, "ensureRepo", { name: "taken", dryRun: false }, ORG),
    /github\/taken: it exists, but the token cannot see it/,
  );
  // Somebody else was faster: the name is taken, and now it can be seen.
  host.answerNext("POST /orgs/github/repos", async () => {
    await host.call("t1", "POST", "/orgs/github/repos", { name: "raced" });
    return Response.json(taken, { status: 422 });
  });
  const { data } = await ensure(host, "ensureRepo", { name: "raced", dryRun: false }, ORG);
  assert.equal(data.outcome, "exists");
});

Deno.test("topics that could not be set fail the run, and the next run sets them", async () => {
  await using host = await start();
  const data = new Map<string, Record<string, unknown>>();
  const args = { name: "tagged", topics: ["a"], dryRun: false };
  host.failNext("PUT /repos/octocat/tagged/topics", 500);
  const globalArgs = { token: "t1", owner: "octocat", baseUrl: host.url };
  const failed = await runAll(model, "ensureRepo", args, { globalArgs, data });
  assert.match(String(failed.error), /the topics of octocat\/tagged, which exists now/);
  const last = failed.written.at(-1)!.data;
  assert.deepEqual([last.outcome, last.topicsApplied], ["created", false]);

  const planned = await ensure(host, "ensureRepo", { ...args, dryRun: true }, { data });
  assert.deepEqual([planned.data.outcome, planned.data.topicsApplied], ["would-update", false]);
  const repaired = await ensure(host, "ensureRepo", args, { data });
  assert.deepEqual([repaired.data.outcome, repaired.data.topicsApplied], ["updated", true]);
  assert.deepEqual(repaired.data.drift, []);
  assert.deepEqual((await upstream(host, "octocat/tagged")).topics, ["a"]);
  const again = await ensure(host, "ensureRepo", args, { data });
  assert.deepEqual([again.data.outcome, again.data.topicsApplied], ["exists", true]);
});

Deno.test("a run that was ended between creation and topics is finished by the next one", async () => {
  await using host = await start();
  const data = new Map<string, Record<string, unknown>>();
  const args = { name: "cut", topics: ["a"], dryRun: false };
  const globalArgs = { token: "t1", owner: "octocat", baseUrl: host.url };
  const controller = new AbortController();
  host.answerNext("POST /user/repos", async () => {
    const made = await host.call("t1", "POST", "/user/repos", { name: "cut" });
    controller.abort();
    return Response.json(made, { status: 201 });
  });
  const { signal } = controller;
  const ended = await runAll(model, "ensureRepo", args, { globalArgs, data, signal });
  assert.equal(ended.error?.name, "AbortError");

  const next = await ensure(host, "ensureRepo", args, { data });
  assert.deepEqual([next.data.outcome, next.data.topicsApplied], ["updated", true]);
  assert.deepEqual((await upstream(host, "octocat/cut")).topics, ["a"]);
});

Deno.test("topics that a person chose meanwhile are left alone", async () => {
  await using host = await start();
  const data = new Map<string, Record<string, unknown>>();
  const args = { name: "owned", topics: ["a"], dryRun: false };
  host.failNext("PUT /repos/octocat/owned/topics", 500);
  const globalArgs = { token: "t1", owner: "octocat", baseUrl: host.url };
  await runAll(model, "ensureRepo", args, { globalArgs, data });
  await host.call("t1", "PUT", "/repos/octocat/owned/topics", { names: ["theirs"] });
  const next = await ensure(host, "ensureRepo", args, { data });
  assert.deepEqual([next.data.outcome, next.data.topicsApplied], ["exists", null]);
  assert.deepEqual((await upstream(host, "octocat/owned")).topics, ["theirs"]);
});

Deno.test("the log says its outcome, and how to do what was planned", async () => {
  await using host = await start();
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  for (const dryRun of [true, false, false]) {
    await ensure(host, "ensureRepo", { name: "told", topics: ["a"], dryRun }, { log });
  }
  assert.deepEqual(lines, [
    "octocat/told would be created; run again with dryRun=false to do it",
    "octocat/told was created",
    "octocat/told already exists; nothing was written",
  ]);
});

Deno.test("a name that leads elsewhere is refused before anything is sent", async () => {
  await using host = await start();
  const from = host.received.length;
  for (const name of ["a/b/c", "..", "octocat/..", "a b"]) {
    await assert.rejects(ensure(host, "ensureRepo", { name }));
  }
  assert.equal(host.received.length, from);
  assert.equal(
    (await ensure(host, "ensureRepo", { name: "OctoCat/hello-world" })).data.outcome,
    "exists",
  );
});

for (const topics of [["Big"], ["a b"], ["-a"], ["a".repeat(51)], [""], Array(21).fill("a")]) {
  Deno.test(`the topics ${JSON.stringify(topics).slice(0, 40)} are refused by the schema`, () => {
    const parsed = model.methods.ensureRepo.arguments.safeParse({ name: "x", topics });
    assert.equal(parsed.success, false);
  });
}

for (const topics of [["a"], ["0-1"], ["a".repeat(50)], [...Array(20).keys()].map(String)]) {
  Deno.test(`the topics ${JSON.stringify(topics).slice(0, 40)} are accepted`, () => {
    assert.ok(model.methods.ensureRepo.arguments.safeParse({ name: "x", topics }).success);
  });
}
