import assert from "node:assert/strict";

/** Who may begin transactions otherwise, and why. */
const OTHERS = new Set([
  "platform/store/transaction.ts",
  // Under a lock of its own, and never run again.
  "platform/store/migrate.ts",
  // Under the lock of the log's head, so that no event is rolled back for its sake.
  "features/registry_log/sequence.ts",
  // Only to hold a lock while others wait for it: never run again.
  "postgres_test.ts",
  // What the engines themselves do.
  "platform/store/postgres/postgres_test.ts",
  "platform/store/sqlite_test.ts",
]);

Deno.test("transactions begin in one place, which runs them again where they met another one", async () => {
  const root = `${import.meta.dirname}/../..`;
  const found: string[] = [];
  let files = 0;
  for (const folders = [""]; folders.length > 0;) {
    const folder = folders.pop()!;
    for await (const { name, isDirectory } of Deno.readDir(`${root}/${folder}`)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory) folders.push(path);
      if (!/\.tsx?$/.test(name) || path === "platform/store/transaction_test.ts") continue;
      files += 1;
      if (/\.(?:transaction|startTransaction)\(/.test(await Deno.readTextFile(`${root}/${path}`))) {
        if (!OTHERS.has(path)) found.push(path);
      }
    }
  }
  assert.ok(files > 500, "the sources were not found");
  assert.deepEqual(found, [], "use inTransaction");
});
