import assert from "node:assert/strict";
import { about, branchWith, startPair, tip, write } from "../testing/pair.ts";

const NEW = { name: "new", description: "Says hello" };

Deno.test("a new repository begins with what was asked for", async () => {
  await using host = await startPair();
  const made = await host.call("owner", "POST", "/user/repos", {
    ...NEW,
    auto_init: true,
    license_template: "mit",
    gitignore_template: "Node",
  }) as { license: { spdx_id: string } };
  assert.equal(made.license.spdx_id, "MIT");
  const repo = about(host, "owner", "octocat/new");
  const files = await repo.get<{ name: string }[]>("/contents/");
  assert.deepEqual(files.map(({ name }) => name), [".gitignore", "LICENSE", "README.md"]);
  const readme = await repo.get<{ content: string }>("/readme");
  assert.equal(atob(readme.content), "# new\n\nSays hello\n");
});

Deno.test("a repository without a first commit is empty until something is written", async () => {
  await using host = await startPair();
  await host.call("owner", "POST", "/user/repos", NEW);
  const repo = about(host, "owner", "octocat/new");
  await assert.rejects(repo.get("/git/ref/heads/main"), /409 .*Git Repository is empty/);
  await assert.rejects(repo.get("/commits"), /409 .*Git Repository is empty/);
  await assert.rejects(repo.get("/branches/main"), /404 .*Branch not found/);
  await assert.rejects(repo.post("/git/blobs", { content: "a" }), /409 .*Git Repository is empty/);
  await write(repo, "a.txt", "a\n");
  assert.equal((await repo.get<unknown[]>("/commits")).length, 1);
});

for (
  const [name, sent, refusal] of [
    ["a name that is taken", { name: "ONE" }, /422.*name already exists on this account/],
    ["an unknown license", { ...NEW, license_template: "none" }, /422.*license_template/],
    ["an unknown gitignore", { ...NEW, gitignore_template: "None" }, /422.*gitignore_template/],
  ] as const
) {
  Deno.test(`a repository is not made: ${name}`, async () => {
    await using host = await startPair();
    await assert.rejects(host.call("owner", "POST", "/user/repos", sent), refusal);
    await assert.rejects(about(host, "owner", "octocat/new").get(""), /404/);
  });
}

Deno.test("a private repository is absent for others, also to what the emulator answers", async () => {
  await using host = await startPair();
  await host.call("owner", "POST", "/user/repos", { ...NEW, private: true });
  const seen = about(host, "reader", "octocat/new");
  for (const path of ["", "/labels", "/issues", "/branches", "/contents/README.md"]) {
    await assert.rejects(seen.get(path), /404/, path);
  }
  await assert.rejects(seen.post("/issues", { title: "a" }), /404/);
});

Deno.test("an organization lists its repositories by kind, newest first", async () => {
  await using host = await startPair();
  for (const name of ["a", "b"]) {
    await host.call("owner", "POST", "/orgs/acme/repos", { name, private: name === "b" });
  }
  await about(host).post("/forks", { organization: "acme", name: "c" });
  const names = async (token: string, query = "") =>
    (await host.call(token, "GET", `/orgs/acme/repos?${query}`) as { name: string }[])
      .map(({ name }) => name);
  assert.deepEqual(await names("owner", "sort=full_name"), ["a", "b", "c"]);
  assert.deepEqual(await names("owner", "type=private"), ["b"]);
  assert.deepEqual(await names("owner", "type=forks"), ["c"]);
  assert.deepEqual(await names("reader", "sort=full_name"), ["a", "c"]);
  await assert.rejects(host.call("owner", "GET", "/orgs/none/repos"), /404/);
});

Deno.test("a person lists their own, shared and organizations' repositories, and others' public ones", async () => {
  await using host = await startPair();
  const make = (path: string, name: string) =>
    host.call("owner", "POST", path, { name, private: true });
  await make("/user/repos", "hidden");
  await make("/orgs/acme/repos", "team");
  await about(host, "owner", "octocat/hidden").put("/collaborators/hubot", {});
  const names = async (token: string, path: string) =>
    (await host.call(token, "GET", path) as { full_name: string }[])
      .map(({ full_name }) => full_name);
  assert.deepEqual(await names("owner", "/user/repos"), [
    "acme/team",
    "octocat/hidden",
    "octocat/one",
  ]);
  assert.deepEqual(await names("owner", "/user/repos?affiliation=owner&visibility=public"), [
    "octocat/one",
  ]);
  assert.deepEqual(await names("owner", "/user/repos?affiliation=organization_member"), [
    "acme/team",
  ]);
  assert.deepEqual(await names("owner", "/user/repos?type=owner"), [
    "octocat/hidden",
    "octocat/one",
  ]);
  assert.deepEqual(await names("owner", "/user/repos?type=member"), ["acme/team"]);
  assert.deepEqual(await names("owner", "/user/repos?type=public"), ["octocat/one"]);
  await assert.rejects(names("owner", "/user/repos?type=owner&affiliation=owner"), /422/);
  assert.deepEqual(await names("reader", "/user/repos"), ["octocat/hidden"]);
  assert.deepEqual(await names("owner", "/users/octocat/repos"), ["octocat/one"]);
});

Deno.test("topics are lower-cased, and refused when they are none", async () => {
  await using host = await startPair();
  const repo = about(host);
  await repo.put("/topics", { names: ["One", "two-2"] });
  assert.deepEqual((await repo.get<{ names: string[] }>("/topics")).names, ["one", "two-2"]);
  await assert.rejects(repo.put("/topics", { names: ["-a"] }), /422.*Topics must start/);
  const many = Array.from({ length: 21 }, (_, index) => `t${index}`);
  await assert.rejects(repo.put("/topics", { names: many }), /422.*more than 20/);
});

Deno.test("the default branch can be another one that exists", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "next");
  await assert.rejects(repo.patch("", { default_branch: "none" }), /422.*was not found/);
  await repo.patch("", { default_branch: "next" });
  await repo.get("/contents/next.txt");
});

Deno.test("a fork has the history, its origin, and one owner has one", async () => {
  await using host = await startPair();
  const reader = about(host, "reader");
  const first = await reader.post<{ id: number }>("/forks");
  const again = await reader.post<{ id: number }>("/forks");
  assert.equal(first.id, again.id);
  const fork = about(host, "reader", "hubot/one");
  assert.equal(await tip(fork), await tip(about(host)));
  const { parent } = await fork.get<{ parent: { full_name: string } }>("");
  assert.equal(parent.full_name, "octocat/one");
});

Deno.test("templates are listed and read by name", async () => {
  await using host = await startPair();
  const call = (path: string) => host.call("owner", "GET", path) as Promise<never>;
  assert.deepEqual((await call("/licenses") as { key: string }[]).map(({ key }) => key), [
    "mit",
    "apache-2.0",
  ]);
  const { body } = await call("/licenses/apache-2.0") as { body: string };
  assert.match(body, /Apache License/);
  await assert.rejects(call("/licenses/none"), /404/);
  assert.match(
    (await call("/gitignore/templates/Node") as { source: string }).source,
    /node_modules/,
  );
  await assert.rejects(call("/gitignore/templates/None"), /404/);
});
