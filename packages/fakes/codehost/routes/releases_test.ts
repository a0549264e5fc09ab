import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "../codehost.ts";

const REPO = "/repos/octocat/one";

const start = () =>
  startCodeHost({
    tokens: { t1: "octocat", t2: "reader" },
    repositories: [{ owner: "octocat", name: "one" }],
  });

interface Release {
  id: number;
  tag_name: string;
  draft: boolean;
  target_commitish: string;
}

const create = (host: CodeHost, body: object) =>
  host.call("t1", "POST", `${REPO}/releases`, body) as Promise<Release>;

const tags = async (host: CodeHost) =>
  (await host.call("t1", "GET", `${REPO}/tags`) as { name: string }[]).map(({ name }) => name);

Deno.test("publishing a release makes its tag at the default branch", async () => {
  await using host = await start();
  const release = await create(host, { tag_name: "v1" });
  assert.equal(release.target_commitish, "main");
  assert.deepEqual(await tags(host), ["v1"]);
  await assert.rejects(create(host, { tag_name: "v1" }), /422.*already_exists/);
});

Deno.test("a draft has no tag, is found by nobody's tag, and is seen by who may push", async () => {
  await using host = await start();
  const { id } = await create(host, { tag_name: "v1", draft: true });
  assert.deepEqual(await tags(host), []);
  await assert.rejects(host.call("t1", "GET", `${REPO}/releases/tags/v1`), /404/);
  await assert.rejects(host.call("t1", "GET", `${REPO}/releases/latest`), /404/);
  assert.equal((await host.call("t1", "GET", `${REPO}/releases`) as unknown[]).length, 1);
  assert.equal((await host.call("t2", "GET", `${REPO}/releases`) as unknown[]).length, 0);
  await assert.rejects(host.call("t2", "GET", `${REPO}/releases/${id}`), /404/);

  await host.call("t1", "PATCH", `${REPO}/releases/${id}`, { draft: false });
  assert.deepEqual(await tags(host), ["v1"]);
  const found = await host.call("t1", "GET", `${REPO}/releases/tags/v1`) as Release;
  assert.equal(found.id, id);
});

Deno.test("two drafts may want one tag, and only one can be published", async () => {
  await using host = await start();
  const one = await create(host, { tag_name: "v1", draft: true });
  const two = await create(host, { tag_name: "v1", draft: true });
  await host.call("t1", "PATCH", `${REPO}/releases/${one.id}`, { draft: false });
  const second = host.call("t1", "PATCH", `${REPO}/releases/${two.id}`, { draft: false });
  await assert.rejects(second, /422.*already_exists/);
});

Deno.test("a release of a tag that exists leaves the tag where it is", async () => {
  await using host = await start();
  const head = await host.call("t1", "GET", `${REPO}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  await host.call("t1", "POST", `${REPO}/git/refs`, {
    ref: "refs/tags/v1",
    sha: head.object.sha,
  });
  await host.call("t1", "PUT", `${REPO}/contents/a.txt`, { message: "Add a", content: btoa("a") });
  await create(host, { tag_name: "v1" });
  const tag = await host.call("t1", "GET", `${REPO}/git/ref/tags/v1`) as typeof head;
  assert.equal(tag.object.sha, head.object.sha);
});

for (
  const [name, body, refusal] of [
    ["no valid tag", { tag_name: "a..b" }, /tag_name is not a valid tag/],
    ["an absent target", { tag_name: "v1", target_commitish: "none" }, /target_commitish/],
  ] as const
) {
  Deno.test(`a release with ${name} is refused`, async () => {
    await using host = await start();
    await assert.rejects(create(host, body), refusal);
    assert.deepEqual(await tags(host), []);
  });
}

Deno.test("an empty repository has no releases", async () => {
  await using host = await start();
  await host.call("t1", "POST", "/user/repos", { name: "bare" });
  const creating = host.call("t1", "POST", "/repos/octocat/bare/releases", { tag_name: "v1" });
  await assert.rejects(creating, /422.*Repository is empty/);
});

Deno.test("who may only read cannot release", async () => {
  await using host = await start();
  await assert.rejects(host.call("t2", "POST", `${REPO}/releases`, { tag_name: "v1" }), /404/);
});

Deno.test("deleting a release leaves its tag", async () => {
  await using host = await start();
  const { id } = await create(host, { tag_name: "v1" });
  await host.call("t1", "DELETE", `${REPO}/releases/${id}`);
  await assert.rejects(host.call("t1", "GET", `${REPO}/releases/tags/v1`), /404/);
  assert.deepEqual(await tags(host), ["v1"]);
});

Deno.test("an annotated tag is an object that leads to its commit", async () => {
  await using host = await start();
  const { object } = await host.call("t1", "GET", `${REPO}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  const sent = { tag: "v1", message: "First", object: object.sha, type: "commit" };
  const tag = await host.call("t1", "POST", `${REPO}/git/tags`, sent) as { sha: string };
  await host.call("t1", "POST", `${REPO}/git/refs`, { ref: "refs/tags/v1", sha: tag.sha });
  const [listed] = await host.call("t1", "GET", `${REPO}/tags`) as { commit: { sha: string } }[];
  assert.equal(listed!.commit.sha, object.sha);
  const read = await host.call("t1", "GET", `${REPO}/git/tags/${tag.sha}`) as { message: string };
  assert.equal(read.message, "First");
});
