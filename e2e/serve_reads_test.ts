import assert from "node:assert/strict";
import { contentFile } from "../packages/runtime/data/store/folder.ts";
import { parentOf } from "../packages/runtime/base/files/path.ts";
import { GREET, modelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";
import { runServer, START } from "../packages/serve/testing/run_server.ts";
import { LAUNCHER } from "./process/svc.ts";

/** A server over a repository, and `svc` in another shell. */
async function sharing() {
  const stack = new AsyncDisposableStack();
  const greeter = stack.use(await greeterRepository(modelText(GREET)));
  const { repository } = greeter;
  await greeter.greet({ name: "Ada" });
  const server = stack.use(await runServer(repository));
  const read = async (path: string) => {
    const response = await server.ask(`/api/v1${path}`, "ada");
    const value = await response.json();
    return { status: response.status, etag: response.headers.get("etag"), value };
  };
  return {
    repository,
    server,
    read,
    greet: greeter.greet,
    /** Reads once: what was changed before is seen at once. */
    async sees(path: string, is: (answer: Awaited<ReturnType<typeof read>>) => boolean) {
      const answer = await read(path);
      assert.ok(is(answer), `${path}: ${JSON.stringify(answer)}`);
    },
    async svc(...args: string[]) {
      const { success, stderr } = await new Deno.Command(LAUNCHER, {
        args: [...args, "--repo-dir", repository.root],
        env: { XDG_CONFIG_HOME: repository.config! },
        stdin: "null",
        stdout: "null",
        stderr: "piped",
      }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const items = (value: { groups: { items: { name: string }[] }[] }) =>
  value.groups.flatMap(({ items }) => items.map(({ name }) => name));

Deno.test("what svc changes in another shell is seen: renamed, deleted, made", async () => {
  await using at = await sharing();
  const data = "/behaviors/hello/data/main";
  const list = "/behaviors/hello/data";
  const { value: first } = await at.read(data);
  // Which machine wrote it is nothing for callers.
  assert.deepEqual([first.version, "written" in first], [1, false]);
  assert.deepEqual(items((await at.read(list)).value), ["main"]);
  assert.equal((await at.read("/behaviors")).value.results.length, 1);
  await at.svc("data", "rename", "hello", "main", "--new-name", "other");
  await at.sees(data, ({ value }) => value.name === "other");
  await at.sees(list, ({ value }) => items(value).join() === "other");
  await at.svc("data", "delete", "hello", "other", "--yes");
  await at.sees(data, ({ status }) => status === 404);
  await at.sees(list, ({ value }) => value.total === 0);
  await at.svc("behavior", "create", "command/shell", "second");
  await at.sees("/behaviors", ({ value }) => value.results.length === 2);
  assert.equal((await at.read("/behaviors/second")).status, 200);
});

Deno.test("what an editor changes is seen: a behavior's name, content, what stands beside it", async () => {
  await using at = await sharing();
  const data = "/behaviors/hello/data/main";
  const { value: before } = await at.read(data);
  const content = contentFile(
    at.repository,
    { type: before.modelType, id: before.modelId },
    "main",
    1,
  );
  const metadata = `${parentOf(content)}/metadata.yaml`;
  const text = await Deno.readTextFile(metadata);
  await Deno.writeTextFile(metadata, text.replace('"infinite"', '"99d"'));
  await at.sees(data, ({ value }) => value.lifetime === "99d");
  await Deno.writeTextFile(content, `{"text":"Hello Bob"}`);
  await at.sees(data, ({ value }) => value.code === "checksum_mismatch");
  const { value: { path } } = await at.read("/behaviors/hello");
  const file = `${at.repository.root}/${path}`;
  const behavior = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, behavior.replace("name: hello", "name: renamed"));
  await at.sees("/behaviors", ({ value }) => value.results[0].name === "renamed");
  await at.sees(data, ({ status }) => status === 404);
  assert.equal(
    (await at.read("/behaviors/renamed/data/main?content=false")).value.modelName,
    "renamed",
  );
});

Deno.test("what a run of the server wrote is seen with the run's end, however often it was asked for before", async () => {
  await using at = await sharing();
  const paths = ["/behaviors/hello/data/main", "/behaviors/hello/data", "/history", "/data/search"];
  for (let version = 2; version < 6; version++) {
    for (const path of paths) await at.read(path);
    const started = await at.server.ask(`${START}?wait=60`, "ada", {
      body: { inputs: { name: "Ada" } },
    });
    assert.equal((await started.json()).status, "succeeded");
    assert.equal((await at.read(paths[0]!)).value.version, version);
    assert.equal((await at.read(paths[1]!)).value.groups[0].items[0].version, version);
    assert.equal((await at.read(paths[2]!)).value.results.length, version);
    assert.equal((await at.read(paths[3]!)).value.results[0].version, version);
  }
});

Deno.test("an answer has a tag that stays the same as long as it does, and spares sending it again", async () => {
  await using at = await sharing();
  for (
    const path of [
      "/behaviors",
      "/behaviors/hello",
      "/behaviors/hello/data",
      "/history",
      "/reports",
    ]
  ) {
    const { etag } = await at.read(path);
    assert.match(etag!, /^"[\w-]{32}"$/, path);
    const headers = { "if-none-match": etag! };
    const response = await at.server.ask(`/api/v1${path}`, "ada", { headers });
    assert.deepEqual([response.status, await response.text()], [304, ""], path);
  }
  const { etag } = await at.read("/behaviors/hello/data");
  await at.greet({ name: "Bob" });
  await at.sees("/behaviors/hello/data", (answer) => answer.etag !== etag);
});

Deno.test("reading goes on while svc writes, and the index can be made again at any time", async () => {
  await using at = await sharing();
  const index = `${at.repository.state}/data/_catalog.db`;
  const writing = (async () => {
    for (let n = 0; n < 5; n++) await at.greet({ name: `n${n}` });
  })();
  let over = false;
  void writing.finally(() => over = true);
  let seen = 0;
  while (!over) {
    const { status, value } = await at.read("/behaviors/hello/data");
    assert.equal(status, 200);
    const [{ version }] = value.groups[0].items;
    assert.ok(version >= seen, "never an older one after a newer one");
    seen = version;
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(index + end).catch(() => {});
  }
  await writing;
  await at.sees("/behaviors/hello/data", ({ value }) => value.groups[0].items[0].version === 6);
});
