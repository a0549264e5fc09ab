import assert from "node:assert/strict";
import { type CodeHost, startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { runAll, type Written } from "../testing/run.ts";
import { recordName } from "./methods/sync.ts";
import { model } from "./github_file_track.ts";

const REPO = "octocat/hello-world";

/** A code host, a folder of a svc repository, and the behavior's data, which lasts over runs. */
interface Scene {
  host: CodeHost;
  folder: string;
  /** Puts a file upstream with one commit. */
  commit(path: string, content: string | Uint8Array, branch?: string): Promise<void>;
  sync(targets: object[] | undefined, options?: SyncOptions): Promise<Synced>;
  /** What is in a local file. */
  local(path: string): Promise<string>;
  /** Requests made by `body`. */
  requests(body: () => Promise<unknown>): Promise<string[]>;
}

interface SyncOptions {
  own?: object[];
  token?: string;
  signal?: AbortSignal;
}

interface Synced {
  written: Written[];
  error: Error | undefined;
  log: string[];
  /** The record of a destination that this run wrote. */
  record(destPath: string): Record<string, unknown>;
  summary: Record<string, unknown> | undefined;
}

function scene(name: string, body: (scene: Scene) => Promise<void>): void {
  Deno.test(name, async () => {
    await using host = await startStory();
    const folder = await Deno.realPath(await Deno.makeTempDir());
    try {
      await body(sceneOn(host, folder));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

function sceneOn(host: CodeHost, folder: string): Scene {
  const data = new Map<string, Record<string, unknown>>();
  return {
    host,
    folder,
    async commit(path, content, branch = "main") {
      const at = `/repos/${REPO}/contents/${path}`;
      const before = await host.call(STORY_TOKEN, "GET", `${at}?ref=${branch}`)
        .catch(() => ({})) as { sha?: string };
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await host.call(STORY_TOKEN, "PUT", at, {
        message: `Write ${path}`,
        content: bytes.toBase64(),
        branch,
        ...(before.sha === undefined ? {} : { sha: before.sha }),
      });
    },
    async sync(targets, { own, token = STORY_TOKEN, signal } = {}) {
      const log: string[] = [];
      const { written, error } = await runAll(model, "sync", targets ? { targets } : {}, {
        env: { GITHUB_API_URL: host.url, GH_TOKEN: token },
        globalArgs: own ? { targets: own } : {},
        context: { repoDir: folder },
        data,
        log: (line) => log.push(line),
        ...(signal ? { signal } : {}),
      });
      const named = (wanted: string) => written.find(({ name }) => name === wanted)?.data;
      return {
        written,
        error,
        log,
        record: (destPath) => named(recordName(destPath)) ?? assert.fail(`no record: ${error}`),
        summary: named("syncsummary"),
      };
    },
    local: (path) => Deno.readTextFile(`${folder}/${path}`),
    async requests(body) {
      const before = host.received.length;
      await body();
      return host.received.slice(before).map(({ method, path }) => `${method} ${path}`);
    },
  };
}

const target = (srcPath: string, destPath: string, more: object = {}) => ({
  repo: REPO,
  srcPath,
  destPath,
  ...more,
});

scene("a file is created, left when it has not changed, and written when it has", async (
  { sync, commit, local, host },
) => {
  await commit("docs/guide.md", "one\n");
  const targets = [target("docs/guide.md", "tracked/guide.md", { label: "Guide" })];
  const first = await sync(targets);
  assert.equal(await local("tracked/guide.md"), "one\n");
  const record = first.record("tracked/guide.md");
  assert.equal(record.outcome, "created");
  assert.equal(record.blobSha, "5626abf0f72e58d7a153368ba57db4c673c0e171");
  assert.deepEqual([record.ref, record.bytes, record.label], ["main", 4, "Guide"]);
  const main = await host.call(STORY_TOKEN, "GET", `/repos/${REPO}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  assert.equal(record.commitSha, main.object.sha);
  assert.equal((await sync(targets)).record("tracked/guide.md").outcome, "unchanged");
  await commit("docs/guide.md", "two\n");
  const third = await sync(targets);
  assert.equal(third.record("tracked/guide.md").outcome, "written");
  assert.notEqual(third.record("tracked/guide.md").commitSha, main.object.sha);
  assert.equal(await local("tracked/guide.md"), "two\n");
});

scene("a local edit is restored and said", async ({ sync, commit, local, folder }) => {
  await commit("a.txt", "upstream\n");
  const targets = [target("a.txt", "tracked/a.txt")];
  await sync(targets);
  await Deno.writeTextFile(`${folder}/tracked/a.txt`, "UPSTREAM\n");
  const { record, log, summary, error } = await sync(targets);
  assert.equal(error, undefined);
  assert.equal(await local("tracked/a.txt"), "upstream\n");
  assert.equal(record("tracked/a.txt").outcome, "drifted");
  assert.equal(summary?.drifted, 1);
  assert.ok(log.some((line) => /tracked\/a\.txt was changed or removed locally/.test(line)));
});

scene("a file that was removed here is restored and said", async (
  { sync, commit, local, folder },
) => {
  await commit("a.txt", "upstream\n");
  const targets = [target("a.txt", "tracked/a.txt")];
  await sync(targets);
  await Deno.remove(`${folder}/tracked/a.txt`);
  assert.equal((await sync(targets)).record("tracked/a.txt").outcome, "drifted");
  assert.equal(await local("tracked/a.txt"), "upstream\n");
});

scene("a local edit is seen also when the file changed upstream at the same time", async (
  { sync, commit, local, folder },
) => {
  await commit("a.txt", "one\n");
  const targets = [target("a.txt", "tracked/a.txt")];
  await sync(targets);
  await Deno.writeTextFile(`${folder}/tracked/a.txt`, "mine\n");
  await commit("a.txt", "two\n");
  assert.equal((await sync(targets)).record("tracked/a.txt").outcome, "drifted");
  assert.equal(await local("tracked/a.txt"), "two\n");
});

scene("something that no sync has written is replaced and said, unless it is the same", async (
  { sync, commit, local, folder },
) => {
  await commit("a.txt", "upstream\n");
  await Deno.mkdir(`${folder}/tracked`);
  await Deno.writeTextFile(`${folder}/tracked/a.txt`, "older\n");
  await Deno.writeTextFile(`${folder}/tracked/b.txt`, "upstream\n");
  const { record, log } = await sync([
    target("a.txt", "tracked/a.txt"),
    target("a.txt", "tracked/b.txt"),
  ]);
  assert.equal(record("tracked/a.txt").outcome, "written");
  assert.equal(record("tracked/b.txt").outcome, "unchanged");
  assert.equal(await local("tracked/a.txt"), "upstream\n");
  assert.ok(log.some((line) => /a\.txt had content that no sync wrote/.test(line)));
});

scene("the mode of a file is kept", async ({ sync, commit, folder }) => {
  await commit("run.sh", "one\n");
  const targets = [target("run.sh", "tracked/run.sh")];
  await sync(targets);
  await Deno.chmod(`${folder}/tracked/run.sh`, 0o750);
  await commit("run.sh", "two\n");
  await sync(targets);
  assert.equal((await Deno.stat(`${folder}/tracked/run.sh`)).mode! & 0o777, 0o750);
});

scene("a file of any bytes arrives as it is", async ({ sync, commit, folder }) => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256);
  await commit("image.bin", bytes);
  await sync([target("image.bin", "tracked/image.bin")]);
  assert.deepEqual(await Deno.readFile(`${folder}/tracked/image.bin`), bytes);
});

scene("a file over 1 MB comes through the blob endpoint", async (
  { sync, commit, folder, requests },
) => {
  const bytes = Uint8Array.from({ length: 1_100_000 }, (_, index) => (index * 7919) % 256);
  await commit("large.bin", bytes);
  const asked = await requests(() => sync([target("large.bin", "tracked/large.bin")]));
  assert.deepEqual(await Deno.readFile(`${folder}/tracked/large.bin`), bytes);
  assert.equal(asked.filter((path) => path.includes("/git/blobs/")).length, 1);
});

scene("while a branch is the same commit, one request does for all of its files", async (
  { sync, commit, requests, folder },
) => {
  const names = ["a", "b", "c", "d"];
  for (const name of names) await commit(`${name}.txt`, `${name}\n`);
  const targets = names.map((name) => target(`${name}.txt`, `t/${name}`, { ref: "main" }));
  await sync(targets);
  const commits = `GET /repos/${REPO}/commits?sha=main&per_page=1`;
  assert.deepEqual(await requests(() => sync(targets)), [commits]);
  await Deno.writeTextFile(`${folder}/t/a`, "mine\n");
  const { record } = await sync(targets);
  assert.deepEqual(["a", "b"].map((name) => record(`t/${name}`).outcome), ["drifted", "unchanged"]);
  assert.equal(await Deno.readTextFile(`${folder}/t/a`), "a\n");
});

scene("after a commit that leaves a file as it is, the file is asked for once", async (
  { sync, commit, requests, host },
) => {
  await commit("a.txt", "one\n");
  const targets = [target("a.txt", "tracked/a.txt", { ref: "main" })];
  const first = (await sync(targets)).record("tracked/a.txt");
  await commit("other.txt", "two\n");
  const [{ sha }] = await host.call(STORY_TOKEN, "GET", `/repos/${REPO}/commits`) as [
    { sha: string },
  ];
  let next: Record<string, unknown> = {};
  const asked = await requests(async () => next = (await sync(targets)).record("tracked/a.txt"));
  assert.deepEqual(asked, [
    `GET /repos/${REPO}/commits?sha=main&per_page=1`,
    `GET /repos/${REPO}/contents/a.txt?ref=${sha}`,
  ]);
  assert.deepEqual([next.outcome, next.commitSha], ["unchanged", sha]);
  assert.equal(next.blobSha, first.blobSha);
  assert.equal((await requests(() => sync(targets))).length, 1);
});

scene("many files of one repository share the questions about it", async (
  { sync, commit, requests },
) => {
  for (const name of ["a", "b", "c", "d", "e"]) await commit(`${name}.txt`, `${name}\n`);
  const targets = ["a", "b", "c", "d", "e"].map((name) => target(`${name}.txt`, `t/${name}.txt`));
  const asked = await requests(() => sync(targets));
  assert.equal(asked.filter((path) => path === `GET /repos/${REPO}`).length, 1);
  assert.equal(asked.filter((path) => path.includes("/commits?")).length, 1);
  assert.equal(asked.length, 7);
});

scene("branches, tags and commits are followed as they are named", async (
  { sync, commit, local, host },
) => {
  await commit("a.txt", "on main\n");
  const { object } = await host.call(STORY_TOKEN, "GET", `/repos/${REPO}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  const make = (ref: string) =>
    host.call(STORY_TOKEN, "POST", `/repos/${REPO}/git/refs`, { ref, sha: object.sha });
  await make("refs/heads/feature/x");
  await make("refs/tags/v9");
  await commit("a.txt", "on feature\n", "feature/x");
  await commit("a.txt", "later on main\n");
  const { error } = await sync([
    target("a.txt", "t/branch", { ref: "feature/x" }),
    target("a.txt", "t/tag", { ref: "v9" }),
    target("a.txt", "t/commit", { ref: object.sha }),
    target("a.txt", "t/default"),
  ]);
  assert.equal(error, undefined);
  assert.equal(await local("t/branch"), "on feature\n");
  assert.equal(await local("t/tag"), "on main\n");
  assert.equal(await local("t/commit"), "on main\n");
  assert.equal(await local("t/default"), "later on main\n");
});

scene("a failed target leaves its file as it is, and the others go on", async (
  { sync, commit, local },
) => {
  await commit("a.txt", "one\n");
  await commit("b.txt", "one\n");
  const targets = [target("a.txt", "t/a"), target("b.txt", "t/b")];
  await sync(targets);
  await commit("b.txt", "two\n");
  const { record, summary, error } = await sync([target("gone.txt", "t/a"), targets[1]!]);
  assert.equal(record("t/a").outcome, "failed");
  assert.equal((record("t/a").error as { code: string }).code, "not_found");
  assert.equal(await local("t/a"), "one\n");
  assert.equal(await local("t/b"), "two\n");
  assert.deepEqual([summary?.total, summary?.failed, summary?.written], [2, 1, 1]);
  assert.match(
    `${error?.message}`,
    /1 of 2 files were not synced and are unchanged:\n {2}t\/a \(not_found\)/,
  );
});

scene("after a failure a local edit is still told from an earlier version", async (
  { sync, commit, folder, host },
) => {
  await commit("a.txt", "one\n");
  const targets = [target("a.txt", "t/a", { ref: "main" })];
  await sync(targets);
  await commit("b.txt", "one\n");
  host.failNext(`/repos/${REPO}/contents/a.txt`, 502, {}, 2);
  assert.equal((await sync(targets)).record("t/a").outcome, "failed");
  await commit("a.txt", "two\n");
  assert.equal((await sync(targets)).record("t/a").outcome, "written");
  await commit("b.txt", "two\n");
  host.failNext(`/repos/${REPO}/contents/a.txt`, 502, {}, 2);
  await sync(targets);
  await Deno.writeTextFile(`${folder}/t/a`, "mine\n");
  assert.equal((await sync(targets)).record("t/a").outcome, "drifted");
});

scene("folders, submodules and links that lead out are refused", async (
  { sync, commit, host },
) => {
  await commit("docs/a.md", "a\n");
  const call = (method: string, path: string, body: object) =>
    host.call(STORY_TOKEN, method, `/repos/${REPO}${path}`, body) as Promise<{ sha: string }>;
  const main = await host.call(STORY_TOKEN, "GET", `/repos/${REPO}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  const blob = await call("POST", "/git/blobs", { content: "/etc/passwd", encoding: "utf-8" });
  const tree = await call("POST", "/git/trees", {
    base_tree: main.object.sha,
    tree: [
      { path: "link", mode: "120000", type: "blob", sha: blob.sha },
      { path: "module", mode: "160000", type: "commit", sha: main.object.sha },
    ],
  });
  const made = await call("POST", "/git/commits", {
    message: "Odd ones",
    tree: tree.sha,
    parents: [main.object.sha],
  });
  await call("PATCH", "/git/refs/heads/main", { sha: made.sha });
  const { record, error } = await sync([
    target("docs", "t/folder"),
    target("link", "t/link"),
    target("module", "t/module"),
  ]);
  assert.match(`${error?.message}`, /3 of 3/);
  for (const [path, kind] of [["folder", /folder/], ["link", /link/], ["module", /submodule/]]) {
    const { code, message } = record(`t/${path}`).error as { code: string; message: string };
    assert.equal(code, "not_a_file", `${path}`);
    assert.match(message, kind as RegExp);
  }
});

scene("more than 100 MB are refused before they are fetched", async ({ sync, host, requests }) => {
  const url = `${host.url}/repos/${REPO}/contents/huge.bin?ref=main`;
  const answer = () =>
    Response.json({
      type: "file",
      name: "huge.bin",
      path: "huge.bin",
      sha: "0".repeat(40),
      size: 100_000_001,
      encoding: "none",
      content: "",
      url,
      git_url: url,
      html_url: url,
      download_url: url,
      _links: { self: url, git: url, html: url },
    });
  host.answerNext(`/repos/${REPO}/contents/huge.bin`, answer);
  const asked = await requests(async () => {
    const { record } = await sync([target("huge.bin", "t/huge", { ref: "main" })]);
    assert.equal((record("t/huge").error as { code: string }).code, "too_large");
  });
  assert.deepEqual(asked.filter((path) => path.includes("/git/blobs/")), []);
});

scene("a large file is written as it comes, and is not in its place before it is whole", async (
  { sync, commit, host, folder },
) => {
  const bytes = new Uint8Array(1_100_000).fill(7);
  await commit("large.bin", bytes);
  const rest = Promise.withResolvers<void>();
  host.answerNext(`/repos/${REPO}/git/blobs/`, () =>
    new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes.slice(0, 500_000));
          await rest.promise;
          controller.enqueue(bytes.slice(500_000));
          controller.close();
        },
      }),
    ));
  const running = sync([target("large.bin", "t/large")]);
  const begun = async () => {
    const found = await Array.fromAsync(Deno.readDir(`${folder}/t`)).catch(() => []);
    assert.ok(found.every(({ name }) => name !== "large"));
    const sizes = found.map(({ name }) => Deno.statSync(`${folder}/t/${name}`).size);
    return sizes.some((size) => size > 0);
  };
  let ended = false;
  void running.then(() => ended = true);
  while (!ended && !await begun()) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(ended, false);
  rest.resolve();
  assert.equal((await running).error, undefined);
  assert.deepEqual(await Deno.readFile(`${folder}/t/large`), bytes);
});

scene("content that was changed on the way is not kept", async ({ sync, commit, host, folder }) => {
  const bytes = new Uint8Array(1_100_000);
  await commit("large.bin", bytes);
  for (const wrong of [new Uint8Array(1_100_000).fill(1), bytes.slice(1)]) {
    host.answerNext(`/repos/${REPO}/git/blobs/`, () => new Response(wrong));
    const { record } = await sync([target("large.bin", "t/large")]);
    assert.equal((record("t/large").error as { code: string }).code, "damaged");
    assert.deepEqual([...Deno.readDirSync(`${folder}/t`)], []);
  }
});

scene("a symbolic link is neither written through nor replaced", async (
  { sync, commit, folder, requests },
) => {
  await commit("a.txt", "upstream\n");
  await Deno.mkdir(`${folder}/elsewhere`);
  await Deno.writeTextFile(`${folder}/elsewhere/f`, "theirs\n");
  await Deno.mkdir(`${folder}/t`);
  await Deno.symlink(`${folder}/elsewhere/f`, `${folder}/t/link`);
  await Deno.symlink(`${folder}/elsewhere`, `${folder}/t/folder`);
  const asked = await requests(async () => {
    const { record } = await sync([target("a.txt", "t/link"), target("a.txt", "t/folder/g")]);
    for (const path of ["t/link", "t/folder/g"]) {
      assert.equal((record(path).error as { code: string }).code, "refused_destination", path);
    }
  });
  assert.deepEqual(asked, []);
  assert.equal(await Deno.readTextFile(`${folder}/elsewhere/f`), "theirs\n");
  assert.deepEqual([...Deno.readDirSync(`${folder}/elsewhere`)].length, 1);
});

scene("what the system refuses leaves the file and is told", async ({ sync, commit, folder }) => {
  await commit("a.txt", "upstream\n");
  await Deno.writeTextFile(`${folder}/file`, "a file, no folder\n");
  const { record } = await sync([
    target("a.txt", "file/below"),
    target("a.txt", "/proc/nowhere/f"),
    target("a.txt", "t/ok"),
  ]);
  assert.equal((record("file/below").error as { code: string }).code, "refused_destination");
  const { code, message } = record("/proc/nowhere/f").error as { code: string; message: string };
  assert.equal(code, "not_written");
  assert.match(message, /\/proc\/nowhere\/f could not be written and is unchanged: .*os error/);
  assert.equal(record("t/ok").outcome, "created");
});

scene("wrong targets are refused before anything is asked", async ({ sync, requests }) => {
  const asked = await requests(async () => {
    const { written, error } = await sync([target("a", "t/a"), target("b", "T/A")]);
    assert.match(`${error?.message}`, /are the same destination/);
    assert.deepEqual(written, []);
  });
  assert.deepEqual(asked, []);
});

scene("the argument stands in place of the behavior's own targets", async ({ sync, commit }) => {
  await commit("a.txt", "a\n");
  const own = [target("a.txt", "t/own")];
  const { written } = await sync([target("a.txt", "t/given")], { own });
  assert.equal(written.length, 2);
  assert.equal((await sync(undefined, { own })).record("t/own").outcome, "created");
});

scene("an invalid token is asked once, and every target says so", async (
  { sync, requests },
) => {
  const targets = Array.from({ length: 9 }, (_, index) => target("a.txt", `t/${index}`));
  const asked = await requests(async () => {
    const { record, summary, error } = await sync(targets, { token: "ghp_wrong" });
    assert.equal(summary?.failed, 9);
    assert.equal((record("t/8").error as { code: string }).code, "unauthorized");
    assert.ok(!`${error?.message}`.includes("ghp_wrong"));
  });
  assert.ok(asked.length <= 4, `${asked}`);
});

scene("a repository that was renamed is followed, and its new name is said", async (
  { sync, commit, local, host },
) => {
  await commit("a.txt", "one\n");
  await host.call(STORY_TOKEN, "PATCH", `/repos/${REPO}`, { name: "hello-again" });
  const { record, error } = await sync([target("a.txt", "t/a")]);
  assert.equal(error, undefined);
  assert.equal(record("t/a").renamedTo, "octocat/hello-again");
  assert.equal(await local("t/a"), "one\n");
});

scene("a cancelled run ends, and what it had written counts in the next", async (
  { sync, commit, host, local },
) => {
  for (const name of ["a", "b"]) await commit(`${name}.txt`, `${name}\n`);
  const targets = ["a", "b"].map((name) => target(`${name}.txt`, `t/${name}`, { ref: "main" }));
  const controller = new AbortController();
  const held = Promise.withResolvers<Response>();
  host.answerNext(`/repos/${REPO}/contents/b.txt`, () => {
    controller.abort();
    return held.promise;
  });
  const { error } = await sync(targets, { signal: controller.signal });
  assert.equal(error?.name, "AbortError");
  held.resolve(new Response(null, { status: 500 }));
  const { summary } = await sync(targets);
  assert.equal(summary?.failed, 0);
  assert.equal(await local("t/a"), "a\n");
  assert.equal(await local("t/b"), "b\n");
});
