import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { storeFailure } from "./damage.ts";

/** What SQLite throws when `attempt` is made on a database that another handle is writing to. */
async function thrown(attempt: (path: string) => void): Promise<unknown> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/svc.db`;
  const other = new DatabaseSync(path);
  try {
    other.exec("create table t (a); begin immediate");
    attempt(path);
  } catch (error) {
    return error;
  } finally {
    other.close();
    await Deno.remove(folder, { recursive: true });
  }
  throw new Error("nothing was thrown");
}

Deno.test("a busy database and one of another user are told apart from a damaged one; a bug is none of them", async () => {
  const write = (path: string, readOnly: boolean) => {
    const database = new DatabaseSync(path, { timeout: 0, readOnly });
    try {
      database.exec("insert into t values (1)");
    } finally {
      database.close();
    }
  };
  const busy = storeFailure(await thrown((path) => write(path, false)), "/data/svc.db")!;
  assert.deepEqual([busy.code, busy.message], [
    "unavailable",
    "The database is busy: /data/svc.db",
  ]);
  const denied = storeFailure(await thrown((path) => write(path, true)), "/data/svc.db")!;
  assert.match(denied.hint!, /as the user that the server runs as/);
  const full = storeFailure(new Error("database or disk is full"), "/data/svc.db")!;
  assert.deepEqual([full.code, full.message], ["storage_full", "The disk of /data/svc.db is full"]);
  assert.equal(storeFailure(new Error("no such table: t"), "/data/svc.db"), undefined);
  assert.equal(storeFailure(undefined, "/data/svc.db"), undefined);
});
