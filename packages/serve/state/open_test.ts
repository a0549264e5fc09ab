import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { initRepository, repositoryAt } from "@svc/runtime/repository";
import { temporaryFolder } from "../../runtime/testing/extension.ts";
import { refusal } from "../../runtime/testing/refusal.ts";
import { databaseOf, openState, transaction } from "./open.ts";
import { withProblems } from "./problem.ts";

const TABLES = ["CREATE TABLE IF NOT EXISTS thing (name TEXT NOT NULL) STRICT"];

/** A repository, and where its state is kept. */
async function scene() {
  const folder = await temporaryFolder();
  await initRepository(`${folder.path}/repository`);
  const repository = repositoryAt(`${folder.path}/repository`, `${folder.path}/config`);
  const open = () => openState(repository, TABLES);
  const first = await open();
  first[Symbol.dispose]();
  return {
    path: databaseOf(first),
    folder: first.folder,
    open,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const mode = async (path: string) => ((await Deno.stat(path)).mode! & 0o777).toString(8);

Deno.test("what one process writes, another one that has it open reads", async () => {
  await using on = await scene();
  using one = await on.open();
  using other = await on.open();
  transaction(one.database, () => one.database.exec("INSERT INTO thing VALUES ('a')"));
  assert.equal(other.database.prepare("SELECT name FROM thing").get()!.name, "a");
});

Deno.test("the folder is the operator's alone, and so is each file, while it is open too", async () => {
  await using on = await scene();
  using state = await on.open();
  state.database.exec("INSERT INTO thing VALUES ('a')");
  assert.equal(await mode(on.folder), "700");
  for await (const { name } of Deno.readDir(on.folder)) {
    assert.equal(await mode(`${on.folder}/${name}`), "600", name);
  }
});

Deno.test("a transaction that fails has changed nothing, and the next one works", async () => {
  await using on = await scene();
  using state = await on.open();
  const insert = () => state.database.exec("INSERT INTO thing VALUES ('a')");
  assert.throws(() =>
    transaction(state.database, () => {
      insert();
      throw new Error("no");
    }), /^Error: no$/);
  transaction(state.database, insert);
  assert.equal(state.database.prepare("SELECT count(*) AS n FROM thing").get()!.n, 1);
});

Deno.test("a file that is damaged is named, with what to do, and left as it is", async () => {
  await using on = await scene();
  const bytes = await Deno.readFile(on.path);
  const noHeader = new Uint8Array(bytes);
  noHeader.fill(0x41, 0, 100);
  const noSchema = new Uint8Array(bytes);
  noSchema.fill(0xff, 100, 4096);
  for (const damaged of [noHeader, noSchema, new TextEncoder().encode("not a database at all")]) {
    await Deno.writeFile(on.path, damaged);
    await assert.rejects(on.open(), (error) => {
      return refusal("validation_failed", /state\.db is damaged/, /backup.*move it away/)(error);
    });
    assert.deepEqual(await Deno.readFile(on.path), damaged);
  }
  await Deno.remove(on.path);
  (await on.open())[Symbol.dispose]();
});

Deno.test("damage that only a later read meets is named in the same way", async () => {
  await using on = await scene();
  const state = await on.open();
  for (let count = 0; count < 50; count++) {
    state.database.exec("INSERT INTO thing VALUES (hex(randomblob(2000)))");
  }
  state[Symbol.dispose]();
  const bytes = await Deno.readFile(on.path);
  bytes.fill(0xff, 8192);
  await Deno.writeFile(on.path, bytes);
  using again = await on.open();
  const read = () => again.database.prepare("SELECT * FROM thing").all();
  assert.throws(() => withProblems(on.path, read), refusal("validation_failed", /is damaged/));
});

Deno.test("a database of another program is refused", async () => {
  await using on = await scene();
  await Deno.remove(on.path);
  const other = new DatabaseSync(on.path);
  other.exec("CREATE TABLE token (name TEXT)");
  other.close();
  await assert.rejects(on.open(), refusal("validation_failed", /made by another program/));
});

Deno.test("a file or folder that others may write to is not trusted", async () => {
  await using on = await scene();
  for (const [path, mode] of [[on.path, 0o622], [on.folder, 0o720]] as const) {
    const before = (await Deno.stat(path)).mode! & 0o777;
    await Deno.chmod(path, mode);
    await assert.rejects(on.open(), refusal("config_exposed", /chmod go= \S+/));
    await Deno.chmod(path, before);
  }
  (await on.open())[Symbol.dispose]();
});

Deno.test("who finds another process writing for too long is told to come again", async () => {
  await using on = await scene();
  using one = await on.open();
  using other = await on.open();
  other.database.exec("PRAGMA busy_timeout = 0");
  transaction(one.database, () => {
    const write = () => transaction(other.database, () => {});
    assert.throws(() => withProblems(on.path, write), refusal("lock_timeout", /another process/i));
  });
});
