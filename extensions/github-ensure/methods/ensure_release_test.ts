import assert from "node:assert/strict";
import type { CodeHost } from "@svc/fakes/codehost";
import { branch, ensure, REPO, start, tip, writes } from "../testing/on_host.ts";

/** The releases of the repository, drafts included. */
const releases = async (host: CodeHost) =>
  await host.call("t1", "GET", `${REPO}/releases`) as Record<string, unknown>[];

const ensureRelease = (host: CodeHost, args: Record<string, unknown>) =>
  ensure(host, "ensureRelease", { repo: "hello-world", tagName: "v1.0.0", ...args });

const makeTag = (host: CodeHost, tag: string, sha: string) =>
  host.call("t1", "POST", `${REPO}/git/refs`, { ref: `refs/tags/${tag}`, sha });

Deno.test("ensureRelease plans unless it is told otherwise: nothing is written upstream", async () => {
  await using host = await start();
  const main = await tip(host, "main");
  const from = host.received.length;
  const { spec, name, data } = await ensureRelease(host, {});
  assert.deepEqual([spec, name], ["release", "release.octocat~hello-world~v1.0.0"]);
  const { fetchedAt: _, ...rest } = data;
  assert.deepEqual(rest, {
    repo: "octocat/hello-world",
    tag: "v1.0.0",
    releaseId: null,
    url: null,
    draft: false,
    prerelease: false,
    tagExisted: false,
    targetSha: main,
    outcome: "would-create",
    dryRun: true,
    error: null,
  });
  assert.deepEqual(writes(host, from), []);
});

Deno.test("with dryRun=false the release is made, and its tag at the default branch", async () => {
  await using host = await start();
  const main = await tip(host, "main");
  const { data } = await ensureRelease(host, { name: "First", body: "Words", dryRun: false });
  assert.deepEqual([data.outcome, data.tagExisted, data.targetSha], ["created", false, main]);
  const [made] = await releases(host);
  assert.deepEqual([made!.tag_name, made!.name, made!.body], ["v1.0.0", "First", "Words"]);
  assert.deepEqual([data.releaseId, data.url], [made!.id, made!.html_url]);
  const ref = await host.call("t1", "GET", `${REPO}/git/ref/tags/v1.0.0`);
  assert.equal((ref as { object: { sha: string } }).object.sha, main);
});

Deno.test("a target that is a branch or a commit decides where a new tag is", async () => {
  await using host = await start();
  await branch(host, "next");
  const next = await tip(host, "next");
  const main = await tip(host, "main");
  const one = await ensureRelease(host, { targetCommitish: "next", dryRun: false });
  assert.equal(one.data.targetSha, next);
  const two = await ensureRelease(host, {
    tagName: "v0.9.0",
    targetCommitish: main,
    dryRun: false,
  });
  assert.equal(two.data.targetSha, main);
  for (const [tag, sha] of [["v1.0.0", next], ["v0.9.0", main]]) {
    const ref = await host.call("t1", "GET", `${REPO}/git/ref/tags/${tag}`);
    assert.equal((ref as { object: { sha: string } }).object.sha, sha);
  }
});

Deno.test("ten runs make one release, also after the branch has moved on", async () => {
  await using host = await start();
  const outcomes = [];
  for (let time = 0; time < 10; time++) {
    const { data } = await ensureRelease(host, { targetCommitish: "main", dryRun: false });
    outcomes.push(data.outcome);
    if (time === 4) {
      const file = { message: "Go on", content: btoa("more\n") };
      await host.call("t1", "PUT", `${REPO}/contents/more.md`, file);
    }
  }
  assert.deepEqual(outcomes, ["created", ...Array(9).fill("exists")]);
  assert.equal((await releases(host)).length, 1);
});

Deno.test("a tag without a release gets one, and stays where it is", async () => {
  await using host = await start();
  await branch(host, "next");
  const next = await tip(host, "next");
  await makeTag(host, "v1.0.0", next);
  const { data } = await ensureRelease(host, { dryRun: false });
  assert.deepEqual([data.outcome, data.tagExisted, data.targetSha], ["created", true, next]);
});

Deno.test("an annotated tag stands for its commit", async () => {
  await using host = await start();
  const main = await tip(host, "main");
  const tag = await host.call("t1", "POST", `${REPO}/git/tags`, {
    tag: "v1.0.0",
    message: "First",
    object: main,
    type: "commit",
  }) as { sha: string };
  await makeTag(host, "v1.0.0", tag.sha);
  const { data } = await ensureRelease(host, { targetCommitish: "main", dryRun: false });
  assert.deepEqual([data.outcome, data.targetSha], ["created", main]);
});

Deno.test("a tag on another commit than the target is refused, also in a plan", async () => {
  await using host = await start();
  await branch(host, "next");
  const [main, next] = [await tip(host, "main"), await tip(host, "next")];
  await makeTag(host, "v1.0.0", next);
  const from = host.received.length;
  for (const dryRun of [true, false]) {
    await assert.rejects(
      ensureRelease(host, { targetCommitish: "main", dryRun }),
      (error: Error) =>
        error.message.includes(`it is on ${next}, and 'main' is ${main}`) &&
        /Omit targetCommitish/.test(error.message),
    );
  }
  assert.deepEqual(writes(host, from), []);
});

Deno.test("a draft with the tag counts, and no second one is made", async () => {
  await using host = await start();
  const first = await ensureRelease(host, { draft: true, dryRun: false });
  assert.deepEqual([first.data.outcome, first.data.draft], ["created", true]);
  const { data } = await ensureRelease(host, { dryRun: false });
  assert.deepEqual([data.outcome, data.draft, data.releaseId], [
    "exists",
    true,
    first.data.releaseId,
  ]);
  assert.deepEqual([data.tagExisted, data.targetSha], [false, null]);
  assert.equal((await releases(host)).length, 1);
});

Deno.test("a pre-release is made as one", async () => {
  await using host = await start();
  const { data } = await ensureRelease(host, { prerelease: true, dryRun: false });
  assert.deepEqual([data.prerelease, (await releases(host))[0]!.prerelease], [true, true]);
});

Deno.test("an empty repository has nothing to release, also in a plan", async () => {
  await using host = await start();
  await host.call("t1", "POST", "/user/repos", { name: "empty" });
  for (const dryRun of [true, false]) {
    await assert.rejects(
      ensureRelease(host, { repo: "empty", dryRun }),
      /octocat\/empty: the repository is empty\. Push a first commit/,
    );
  }
});

Deno.test("a target that does not exist is named, also in a plan", async () => {
  await using host = await start();
  await assert.rejects(
    ensureRelease(host, { targetCommitish: "nowhere" }),
    /octocat\/hello-world: there is no branch, tag or commit 'nowhere'/,
  );
});

Deno.test("a release whose answer is lost is looked for before it is sent again", async () => {
  await using host = await start();
  for (const [where, tagName] of [["before", "v1"], ["within", "v2"]] as const) {
    host.loseNext(`POST ${REPO}/releases`, where);
    const { data } = await ensureRelease(host, { tagName, dryRun: false });
    assert.equal(data.outcome, "exists");
  }
  // A lost draft is found as well, though it is in the list only.
  host.loseNext(`POST ${REPO}/releases`);
  const { data } = await ensureRelease(host, { tagName: "v3", draft: true, dryRun: false });
  assert.deepEqual([data.outcome, data.draft], ["exists", true]);
  assert.equal((await releases(host)).length, 3);
});

Deno.test("a rule for tags and a used-up tag are told as the platform tells them", async () => {
  await using host = await start();
  const refused = (message: string) => () =>
    Response.json({
      message: "Validation Failed",
      documentation_url: "https://docs.github.com/rest",
      errors: [{ resource: "Release", code: "custom", field: "tag_name", message }],
    }, { status: 422 });
  host.answerNext(`POST ${REPO}/releases`, refused("tag_name was used by an immutable release"));
  await assert.rejects(
    ensureRelease(host, { dryRun: false }),
    /the release v1\.0\.0 of octocat\/hello-world: .*used by an immutable release/,
  );
  host.answerNext(`POST ${REPO}/releases`, refused("Repository rule violations found"));
  await assert.rejects(ensureRelease(host, { dryRun: false }), /rule of the repository/);
});

Deno.test("what cannot be written to is refused in the plan, too", async () => {
  await using host = await start();
  await host.call("t1", "PATCH", "/repos/octocat/hello-world", { name: "greetings" });
  for (const dryRun of [true, false]) {
    await assert.rejects(ensureRelease(host, { repo: "old", dryRun }), /octocat\/old: .*archived/);
    await assert.rejects(ensureRelease(host, { repo: "none", dryRun }), /octocat\/none: not found/);
    await assert.rejects(ensureRelease(host, { dryRun }), /Use its new name, octocat\/greetings/);
    await assert.rejects(
      ensure(host, "ensureRelease", { repo: "robot", tagName: "v1", dryRun }, {
        globalArgs: { owner: "hubot" },
      }),
      /hubot\/robot: the token can read this repository, but not write to it/,
    );
  }
});

Deno.test("names that are none are refused before anything is sent", async () => {
  await using host = await start();
  const from = host.received.length;
  for (
    const tagName of [
      "",
      "-v1",
      "a..b",
      "a b",
      "v1.lock",
      "refs/tags/v1",
      "a\u202eb",
      "x".repeat(256),
    ]
  ) {
    await assert.rejects(ensureRelease(host, { tagName }));
  }
  for (const targetCommitish of ["--upload-pack=x", "a:b", "$(id) x"]) {
    await assert.rejects(ensureRelease(host, { targetCommitish }));
  }
  for (const repo of ["hubot/..", "../x", "a/b/c"]) {
    await assert.rejects(ensureRelease(host, { repo }));
  }
  assert.equal(host.received.length, from);
});

Deno.test("two tags that differ in capitals or slashes have a document each", async () => {
  await using host = await start();
  const names = [];
  for (const tagName of ["v1", "V1", "a/b", "a%2Fb"]) {
    names.push((await ensureRelease(host, { tagName })).name);
  }
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 4);
});

Deno.test("a draft that appears after it was looked for stays the only one", async () => {
  await using host = await start();
  const draft = { tag_name: "v4", name: "v4", draft: true };
  // The platform still works on the first request when its answer is given up.
  host.answerNext(`POST ${REPO}/releases`, () => {
    host.afterNext(`GET ${REPO}/releases/tags`, () => {
      host.afterNext(`GET ${REPO}/releases`, async () => {
        await host.call("t1", "POST", `${REPO}/releases`, draft);
      });
    });
    return new Response(null, { status: 502 });
  });
  const wanted = { tagName: "v4", draft: true, dryRun: false };
  await assert.rejects(ensureRelease(host, wanted), /Run again/);
  const { data } = await ensureRelease(host, wanted);
  assert.equal(data.outcome, "exists");
  assert.equal((await releases(host)).filter(({ tag_name }) => tag_name === "v4").length, 1);
});
