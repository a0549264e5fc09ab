import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { temporaryState } from "../testing/temporary_state.ts";
import { commitsOf } from "./commits.ts";

const TABLES = ["CREATE TABLE IF NOT EXISTS note (text TEXT)"];

Deno.test("each commit is told once, whoever made it and however small it is", async () => {
  await using kept = await temporaryState(TABLES);
  const { database, commits } = kept.state;
  assert.equal(commits.same(), false, "nobody knows what was before");
  assert.equal(commits.same(), true);
  for (const state of [kept.state, kept.again()]) {
    for (const text of ["a", "a", "b"]) {
      state.database.prepare("INSERT INTO note VALUES (?)").run(text);
      assert.deepEqual([commits.same(), commits.same()], [false, true]);
    }
  }
  database.exec("BEGIN; INSERT INTO note VALUES ('c'); ROLLBACK; SELECT * FROM note");
  assert.equal(commits.same(), true, "nothing was committed");
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  commits.same();
  database.exec("UPDATE note SET text = 'd'");
  assert.equal(commits.same(), false, "the first commit after the log was started again");
});

Deno.test("another process is told of as well", async () => {
  await using kept = await temporaryState(TABLES);
  const path = `${kept.state.folder}/state.db`;
  const { commits } = kept.state;
  commits.same();
  const code = `import { DatabaseSync } from "node:sqlite";
    new DatabaseSync(${JSON.stringify(path)}).exec("INSERT INTO note VALUES ('x')");`;
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", code],
  }).output();
  assert.ok(success);
  assert.deepEqual([commits.same(), commits.same()], [false, true]);
});

Deno.test("without such an index nothing is told to be the same", async () => {
  await using kept = await temporaryState(TABLES);
  const path = `${kept.state.folder}/other.db`;
  using plain = new DatabaseSync(path);
  plain.exec("CREATE TABLE note (text TEXT)");
  using commits = commitsOf(path);
  assert.deepEqual([commits.same(), commits.same()], [false, false]);
});
