import assert from "node:assert/strict";
import { startStage, TOKEN } from "../../testing/stage.ts";
import { fetchAll, type Objects, openObjects, pullHeads, refsBelow } from "./mod.ts";
import { callGit, startUpstream } from "./testing/upstream.ts";

const signal = new AbortController().signal;

async function failed(call: Promise<unknown>): Promise<Error & { code: string }> {
  const error = await call.then(() => undefined, (thrown) => thrown);
  assert.ok(error, "it should fail");
  return error;
}

/** Names below a prefix, without it. */
async function names(objects: Objects, prefix: string): Promise<string[]> {
  return [...(await refsBelow(objects, prefix)).keys()].map((name) => name.slice(prefix.length));
}

Deno.test("branches, tags and heads come; merge refs, other refs and FETCH_HEAD do not", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  for (const ref of ["heads/x/y", "tags/v1", "pull/1/head", "pull/1/merge", "notes/n", "other/z"]) {
    await upstream.git(["update-ref", `refs/${ref}`, main]);
  }
  const objects = await upstream.open();
  await fetchAll(objects);
  assert.deepEqual(await names(objects, "refs/"), [
    "remotes/origin/main",
    "remotes/origin/x/y",
    "remotes/pull/1/head",
    "tags/v1",
  ]);
  await assert.rejects(Deno.lstat(`${objects.path}/FETCH_HEAD`), Deno.errors.NotFound);
});

Deno.test("a branch that became a folder, and one that is gone, are followed; ours stay", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  await upstream.git(["update-ref", "refs/heads/x", main]);
  await upstream.git(["update-ref", "refs/heads/old", main]);
  const objects = await upstream.open();
  await fetchAll(objects);
  await objects.git(["update-ref", "refs/heads/review/pr-1-abc", main]);
  await objects.git(["update-ref", "refs/svc/pulls/1/abc", main]);
  await upstream.git(["update-ref", "-d", "refs/heads/x"]);
  await upstream.git(["update-ref", "-d", "refs/heads/old"]);
  await upstream.git(["update-ref", "refs/heads/x/y", main]);
  await fetchAll(objects);
  assert.deepEqual(await names(objects, "refs/"), [
    "heads/review/pr-1-abc",
    "remotes/origin/main",
    "remotes/origin/x/y",
    "svc/pulls/1/abc",
  ]);
});

Deno.test("what a tag was at stays when a fetch removes or moves it, also one that a person made", async () => {
  await using upstream = await startUpstream();
  const one = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const two = await upstream.commit("refs/heads/main", { files: { a: "2\n" } });
  await upstream.git(["update-ref", "refs/tags/moved", one]);
  await upstream.git(["update-ref", "refs/tags/same", one]);
  const objects = await upstream.open();
  await fetchAll(objects);
  await objects.git(["update-ref", "refs/tags/mine/Ä", two]);
  await upstream.git(["update-ref", "refs/tags/moved", two]);
  await fetchAll(objects);
  await fetchAll(objects);
  assert.deepEqual(await names(objects, "refs/tags/"), ["moved", "same"]);
  const kept = await refsBelow(objects, "refs/svc/tags/");
  assert.deepEqual([...kept.values()].sort(), [one, two].sort());
  assert.ok([...kept.keys()].includes(`refs/svc/tags/moved-${one}`));
});

Deno.test("remotes are set on every fetch, and hold no token", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const knownRemotes = { Ann: "git@github.com:ann/hello.git", farm: "https://x.example/a/b.git" };
  const objects = await upstream.open({ knownRemotes });
  await fetchAll(objects);
  await callGit(["config", "remote.farm.url", "https://old.example/a/b.git"], {
    cwd: objects.path,
  });
  await callGit(["config", "--add", "remote.origin.fetch", "+refs/x:refs/x"], {
    cwd: objects.path,
  });
  await fetchAll(objects);
  const listed = await objects.git(["config", "--local", "--get-regexp", "^remote"]);
  assert.deepEqual(listed.trim().split("\n").sort(), [
    "remote.Ann.url git@github.com:ann/hello.git",
    "remote.farm.url https://x.example/a/b.git",
    "remote.origin.fetch +refs/heads/*:refs/remotes/origin/*",
    `remote.origin.url file://${upstream.folder}`,
  ]);
});

Deno.test("over HTTP the token goes in a header to its host, and nowhere into a file", async () => {
  await using stage = await startStage("hello");
  const head = await stage.push("hello", "feature", { "a.txt": "a\n" });
  await stage.on("hello", "POST", "/pulls", { title: "t", head: "feature", base: "main" });
  await using upstream = await startUpstream();
  const places = await upstream.places({ gitRemoteUrl: `${stage.host.url}/octocat/hello.git` });
  const before = stage.host.received.length;
  const objects = await openObjects(places, { create: true, signal, token: TOKEN });
  await fetchAll(objects);
  assert.deepEqual(await pullHeads(objects), new Map([[1, head]]));
  const sent = new Set(stage.host.received.slice(before).map(({ authorization }) => authorization));
  const basic = btoa(`x-access-token:${TOKEN}`);
  assert.deepEqual([...sent], [`Basic ${basic}`]);
  for (const word of [TOKEN, basic, TOKEN.slice(0, 20), TOKEN.slice(-20)]) {
    const found = await new Deno.Command("grep", { args: ["-rl", word, upstream.root] }).output();
    assert.equal(found.code, 1, new TextDecoder().decode(found.stdout));
  }
});

Deno.test("a token that is refused is said without it", async () => {
  await using stage = await startStage("hello");
  await using upstream = await startUpstream();
  const places = await upstream.places({ gitRemoteUrl: `${stage.host.url}/octocat/hello.git` });
  const token = "ghp_never0123456789never0123456789never01";
  const error = await failed(fetchAll(await openObjects(places, { create: true, signal, token })));
  assert.equal(error.code, "unauthorized");
  assert.ok(!Deno.inspect(error).includes(token) && !Deno.inspect(error).includes(btoa(token)));
});

Deno.test("of a renamed repository the new name is fetched, once the API has told it", async () => {
  await using stage = await startStage("hello");
  await using upstream = await startUpstream();
  const places = await upstream.places({ gitRemoteUrl: `${stage.host.url}/octocat/hello.git` });
  const objects = await openObjects(places, { create: true, signal, token: TOKEN });
  await stage.on("hello", "PATCH", "", { name: "hallo" });
  assert.equal((await failed(fetchAll(objects))).code, "moved");
  await fetchAll(objects, { renamedTo: { owner: "octocat", repo: "hallo" } });
  assert.deepEqual(await names(objects, "refs/remotes/origin/"), ["main"]);
});

Deno.test("a lock that a killed git left is named with its age, and stays", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  await upstream.commit("refs/heads/main", { files: { a: "2\n" } });
  const lock = `${objects.path}/refs/remotes/origin/main.lock`;
  await Deno.writeTextFile(lock, "");
  await Deno.utime(lock, new Date(), new Date(Date.now() - 90 * 60_000));
  const error = await failed(fetchAll(objects));
  assert.equal(error.code, "conflict");
  assert.match(error.message, /git fetch found the lock \/.*main\.lock, 90 minutes old/);
  assert.ok((await Deno.stat(lock)).isFile);
  await Deno.remove(lock);
  await fetchAll(objects);
});

Deno.test("a repository with an object that git does not take in is refused, naming the object", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  const blob = (await upstream.git(["hash-object", "-w", "--stdin"], { input: "x" })).trim();
  const tree = (await upstream.git(["mktree"], { input: `100644 blob ${blob}\t.git\n` })).trim();
  const who = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a", GIT_COMMITTER_NAME: "a" };
  const env = { ...who, GIT_COMMITTER_EMAIL: "a" };
  const commit = (await upstream.git(["commit-tree", "-m", "x", tree], { env })).trim();
  await upstream.git(["update-ref", "refs/pull/1/head", commit]);
  const error = await failed(fetchAll(objects));
  assert.equal(error.code, "refused");
  assert.match(error.message, /an object that git does not accept/);
  assert.match(error.message, new RegExp(`object ${tree}: hasDotgit`));
  assert.equal((await pullHeads(objects)).size, 0);
  await upstream.git(["update-ref", "-d", "refs/pull/1/head"]);
  await fetchAll(objects);
});

Deno.test("small faults of old histories are taken in", async () => {
  await using upstream = await startUpstream();
  const blob = (await upstream.git(["hash-object", "-w", "--stdin"], { input: "x" })).trim();
  const inner = (await upstream.git(["mktree"], { input: `100644 blob ${blob}\tf\n` })).trim();
  const entry = Uint8Array.from([
    ...new TextEncoder().encode("040000 d\0"),
    ...Uint8Array.fromHex(inner),
  ]);
  const hash = ["hash-object", "-w", "--literally", "--stdin", "-t"];
  const tree = (await upstream.git([...hash, "tree"], { input: entry })).trim();
  const text = `tree ${tree}\nauthor A <a@x> 1 +051800\ncommitter A <a@x> 1 +0000\n\nx\n`;
  const commit = (await upstream.git([...hash, "commit"], { input: text })).trim();
  await upstream.git(["update-ref", "refs/heads/main", commit]);
  const objects = await upstream.open();
  await fetchAll(objects);
  assert.deepEqual(await names(objects, "refs/remotes/origin/"), ["main"]);
});

Deno.test("a full disk is said, what was there stays, and with room it goes on", async () => {
  if (Deno.uid() !== 0 || Deno.build.os !== "linux") return;
  await using upstream = await startUpstream();
  const disk = `${upstream.root}/disk`;
  await Deno.mkdir(disk);
  const mount = (options: string) =>
    new Deno.Command("mount", { args: ["-t", "tmpfs", "-o", options, "tmpfs", disk] }).output();
  if (!(await mount("size=2m")).success) return;
  try {
    await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
    const objects = await upstream.open({ gitObjectPath: `${disk}/objects.git` });
    await fetchAll(objects);
    const random = crypto.getRandomValues(new Uint8Array(60_000));
    const noise = Array.from({ length: 60 }, (_, at) => random.map((byte) => byte ^ at * 7));
    const files = Object.fromEntries(noise.map((bytes, at) => {
      return [`f${at}`, crypto.getRandomValues(bytes)];
    }));
    await upstream.commit("refs/heads/main", { files });
    const before = await refsBelow(objects, "refs/remotes/");
    const error = await failed(fetchAll(objects));
    assert.equal(error.code, "git_failed");
    assert.match(error.message, /the disk is full .*Free some space/);
    assert.deepEqual(await refsBelow(objects, "refs/remotes/"), before);
    assert.ok((await mount("remount,size=60m")).success);
    await fetchAll(objects);
    assert.notDeepEqual(await refsBelow(objects, "refs/remotes/"), before);
  } finally {
    await new Deno.Command("umount", { args: [disk] }).output();
  }
});

Deno.test("what a killed fetch left long ago goes, and what is young stays", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const objects = await upstream.open();
  const folder = `${objects.path}/objects/pack`;
  for (const name of ["tmp_pack_old", "tmp_idx_old", "tmp_pack_new"]) {
    await Deno.writeTextFile(`${folder}/${name}`, "x");
    if (name.endsWith("new")) continue;
    await Deno.utime(`${folder}/${name}`, new Date(), new Date(Date.now() - 25 * 3_600_000));
  }
  await fetchAll(objects);
  const left = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.startsWith("tmp_")
  );
  assert.deepEqual(left, ["tmp_pack_new"]);
});
