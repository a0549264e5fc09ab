import assert from "node:assert/strict";
import { createLog } from "@svc/http/log";
import { sql } from "kysely";
import type { TestRegistry } from "../../../testing.ts";
import { testRegistry } from "../../../testing.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { published, send } from "../../../testing/extensions/push.ts";
import { ProcessFailure } from "../../../platform/process/failure.ts";
import { isPostgres } from "../../../platform/store/engine.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { parseContents } from "@svc/core/descriptor";
import { keepSearchEntry, MOST_CHARACTERS } from "./entry.ts";
import type { IndexedExtension } from "./memory/document.ts";
import type { IndexRequest } from "./memory/request.ts";
import { REQUEST } from "./memory/testing.ts";
import { indexProcess } from "./process.ts";
import { searchIndex } from "./search_index.ts";
import { indexInThread } from "../../../testing/in_thread.ts";
import type { IndexWorker } from "./worker.ts";

/** A registry with a published extension, and the way its own search index finds by name. */
async function acme(search?: () => IndexWorker) {
  const registry = await testRegistry(search ? { search } : {});
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "admin" });
  await published(registry, key, { name: "@acme/first", manifest: { description: "lantern" } });
  return { registry, key, find: finder(registry) };
}

function finder({ services }: TestRegistry, index = services.search) {
  return async (text: string, more: Partial<IndexRequest> = {}) => {
    const { numbers } = await index.find({ ...REQUEST, text, ...more });
    const rows = numbers.length === 0 ? [] : await services.db.selectFrom("extension")
      .select(["number", "name"]).where("number", "in", numbers).execute();
    return numbers.map((number) => rows.find((row) => row.number === number)!.name);
  };
}

/** Copies of the first extension under other names, written as a restore or a script would. */
async function copies({ services: { db } }: TestRegistry, count: number): Promise<void> {
  const { number: _, ...first } = await db.selectFrom("extension").selectAll()
    .where("name", "=", "@acme/first").executeTakeFirstOrThrow();
  await inTransaction(db, async (trx) => {
    const rows = await trx.insertInto("extension").values(
      Array.from({ length: count }, (_, n) => ({
        ...first,
        id: crypto.randomUUID(),
        name: `@acme/copy-${n}`,
        description: `copied candle${n}`,
      })),
    ).returning("number").execute();
    await trx.insertInto("search_entry")
      .values(rows.map(({ number }) => ({ number, contents: "" }))).execute();
  });
}

Deno.test("a search finds what was committed before it, whoever wrote it and however", async (test) => {
  const tasks: number[] = [];
  let largest = 0;
  const { registry, key, find } = await acme(() => {
    const index = indexInThread();
    return {
      ...index,
      put(extensions: readonly IndexedExtension[]) {
        tasks.push(extensions.length);
        largest = Math.max(largest, ...extensions.map((each) => JSON.stringify(each).length));
        return index.put(extensions);
      },
    };
  });
  await using _ = registry;
  const { services: { db } } = registry;
  assert.deepEqual(await find("lantern"), ["@acme/first"]);
  tasks.length = 0;

  await test.step("without a change nothing is read again", async () => {
    await find("lantern");
    await find("nowhere");
    assert.deepEqual(tasks, []);
  });
  await test.step("a description, changed by a program that knows nothing of search", async () => {
    await sql`update extension set description = 'candle'`.execute(db);
    assert.deepEqual([await find("lantern"), await find("candle")], [[], ["@acme/first"]]);
    assert.deepEqual(tasks, [1]);
  });
  await test.step("many extensions at once, in small steps", async () => {
    tasks.length = 0;
    await copies(registry, 620);
    assert.equal((await registry.services.search.find({ ...REQUEST, text: "copied" })).total, 620);
    assert.equal(tasks.reduce((sum, count) => sum + count, 0), 620);
    assert.ok(tasks.every((count) => count <= 50), "the server's thread reads 50 at a time");
    assert.deepEqual(await find("candle617"), ["@acme/copy-617"]);
  });
  await test.step("a transaction that was open while others were read", async () => {
    if (!isPostgres(db)) return;
    const opened = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const slow = inTransaction(db, async (trx) => {
      await sql`update extension set description = 'written early' where name = '@acme/copy-1'`
        .execute(trx);
      opened.resolve();
      await go.promise;
    });
    await opened.promise;
    await sql`update extension set description = 'written late' where name = '@acme/copy-2'`
      .execute(db);
    assert.deepEqual(await find("written"), ["@acme/copy-2"]);
    go.resolve();
    await slow;
    assert.deepEqual((await find("written")).sort(), ["@acme/copy-1", "@acme/copy-2"]);
    tasks.length = 0;
    await find("written");
    assert.deepEqual(tasks, [], "what was told once is not told again");
  });
  await test.step("a collective that turns private, and public again", async () => {
    const turn = async (value: boolean) => {
      const changed = await send(registry, "PATCH", "/api/v1/collectives/acme", key, {
        private: value,
      });
      assert.equal(changed.status, 200);
    };
    const { id } = await db.selectFrom("collective").select("id").where("slug", "=", "acme")
      .executeTakeFirstOrThrow();
    await turn(true);
    assert.deepEqual(await find("candle617"), []);
    assert.deepEqual(await find("candle617", { collectives: [id] }), ["@acme/copy-617"]);
    await turn(false);
    assert.deepEqual(await find("candle617"), ["@acme/copy-617"]);
  });
  await test.step("pulls, channels, yanks", async () => {
    await sql`update extension set pull_count = 9 where name = '@acme/copy-7'`.execute(db);
    assert.equal((await find("copied"))[0], "@acme/copy-7");
    await sql`update extension set yanked_at = 'now' where name = '@acme/copy-7'`.execute(db);
    assert.deepEqual(await find("candle7", { correct: false, limit: 1 }), ["@acme/copy-70"]);
    await sql`update extension set latest_stable = null, latest_beta = '1' where name = '@acme/first'`
      .execute(db);
    assert.deepEqual(await find("first"), []);
    assert.deepEqual(await find("first", { channels: ["beta"] }), ["@acme/first"]);
  });
  await test.step("of very many methods and a long description, as much as the index takes", async () => {
    const { number } = await db.selectFrom("extension").select("number")
      .where("name", "=", "@acme/copy-9").executeTakeFirstOrThrow();
    const methods = Array.from({ length: 100_000 }, (_, n) => ({
      name: `method${n}🗝`,
      description: "",
      arguments: {},
    }));
    const file = "many.ts";
    await inTransaction(db, (trx) =>
      keepSearchEntry(
        trx,
        number,
        parseContents(
          JSON.stringify({
            descriptorVersion: 1,
            models: [{ file, type: "@acme/many", version: "1", dataOutputSpecs: [], methods }],
            vaults: [],
            datastores: [],
            reports: [],
            permissions: {},
          }),
          "@acme/copy-9",
        ),
      ));
    await sql`update extension set description = ${"long ".repeat(200_000)}
      where number = ${number}`.execute(db);
    const { contents } = await db.selectFrom("search_entry").select("contents")
      .where("number", "=", number).executeTakeFirstOrThrow();
    assert.ok(contents.length <= MOST_CHARACTERS && contents.isWellFormed());
    assert.deepEqual(await find("method99 long"), ["@acme/copy-9"]);
    assert.ok(largest < 3 * MOST_CHARACTERS);
  });
  await test.step("searches at once share one look", async () => {
    await sql`update extension set description = 'shared' where name = '@acme/first'`.execute(db);
    tasks.length = 0;
    const found = await Promise.all(
      Array.from({ length: 50 }, () => find("shared", { channels: ["beta"] })),
    );
    assert.ok(found.every(([name]) => name === "@acme/first"));
    assert.deepEqual(tasks, [1]);
  });
});

Deno.test("an index that ends is made again from the store, and who asked meanwhile is told", async () => {
  let ends = 0;
  let started = 0;
  const { registry, find } = await acme(() => {
    started++;
    const index = indexInThread();
    return {
      ...index,
      search: (request) =>
        ends-- > 0 ? Promise.reject(new ProcessFailure("ended")) : index.search(request),
    };
  });
  await using _ = registry;
  assert.deepEqual(await find("lantern"), ["@acme/first"]);
  ends = 1;
  const response = await registry.request("/api/v1/extensions/search?q=lantern");
  assert.equal(response.status, 503);
  assert.match((await response.json()).hint, /again/);
  assert.deepEqual(await find("lantern"), ["@acme/first"]);
  assert.equal(started, 2);
  assert.ok(registry.logged.some((line) => line.includes("search.lost")));
});

Deno.test("an index that ended while nobody searched is made again, also when much has changed since", async () => {
  let ended = false;
  let started = 0;
  const { registry, find } = await acme(() => {
    started++;
    ended = false;
    const index = indexInThread();
    const alive = () => ended ? Promise.reject(new ProcessFailure("ended")) : Promise.resolve();
    return {
      ...index,
      put: (extensions) => alive().then(() => index.put(extensions)),
      search: (request) => alive().then(() => index.search(request)),
    };
  });
  await using _ = registry;
  assert.deepEqual(await find("lantern"), ["@acme/first"]);
  ended = true;
  await sql`update extension set description = 'candle'`.execute(registry.services.db);
  await assert.rejects(find("candle"), { code: "unavailable" });
  assert.deepEqual(await find("candle"), ["@acme/first"]);
  assert.equal(started, 2);
  assert.ok(registry.logged.some((line) => line.includes("search.lost")));
});

Deno.test("the process of the index finds the same, may do nothing else, and ends with its server", async () => {
  const { registry, find } = await acme();
  await using _ = registry;
  await copies(registry, 120);
  const index = searchIndex({
    db: registry.services.db,
    log: createLog("off", () => new Date()),
    start: () => indexProcess({ deno: Deno.execPath() }),
  });
  const inProcess = finder(registry, index);
  try {
    await index.load();
    for (const text of ["candle7", "copeid", "first", "nowhere", "\0\u2028\n'\""]) {
      assert.deepEqual(await inProcess(text), await find(text), text);
    }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => inProcess(`candle${n}`)),
    );
    answers.forEach(([name], n) => assert.equal(name, `@acme/copy-${n}`));
  } finally {
    await index.close();
  }
  await assert.rejects(index.find({ ...REQUEST, text: "" }), { code: "unavailable" });
});
