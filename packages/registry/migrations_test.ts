import assert from "node:assert/strict";
import { sql } from "kysely";
import { EARLIER } from "./earlier.ts";
import type {} from "./features/extensions/index/entry.ts";
import { MIGRATIONS } from "./migrations.ts";
import { migrate } from "./platform/store/migrate.ts";
import type { Db } from "./access/store/schema.ts";
import { layBefore } from "./testing/earlier.ts";
import { openSqlite } from "./platform/store/sqlite.ts";

/** A store as the release before `until` left it, with what `fill` puts there, brought up to date. */
async function upgraded(
  until: keyof typeof EARLIER,
  fill: (db: Db) => Promise<void>,
): Promise<Db & AsyncDisposable> {
  const db = openSqlite(":memory:");
  await layBefore(until, db);
  await fill(db);
  await migrate(db, MIGRATIONS, EARLIER);
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() });
}

const AT = "2026-01-01T00:00:00.000Z";

async function addExtension(
  db: Db,
  id: string,
  author: string | null,
  dependencies: string[] = [],
): Promise<void> {
  await sql`insert into extension (id, name, collective_id, description, platforms, labels,
      dependencies, content_types, content_names, author_user_id, created_at, updated_at)
    values (${id}, ${`@acme/${id}`}, 'acme-id', '', '[]', '[]', ${JSON.stringify(dependencies)},
      '[]', '[]', ${author}, ${AT}, ${AT})`.execute(db);
}

async function addVersion(db: Db, extension: string, id: string): Promise<void> {
  await sql`insert into extension_version (id, extension_id, version, sort_key, channel, checksum,
      packed_bytes, unpacked_bytes, file_count, manifest, descriptor, rubric_version, facts, trust,
      published_at)
    values (${id}, ${extension}, ${id}, ${id}, 'stable', '', 0, 0, 0, '{}', '{}', 3, '{}', '{}',
      ${AT})`.execute(db);
}

async function addJob(db: Db, subject: string): Promise<void> {
  await sql`insert into job (id, kind, subject, run_at, attempts)
    values (${`job of ${subject}`}, 'rescore', ${subject}, ${AT}, 5)`.execute(db);
}

Deno.test("upgrade: what waited to be rescored becomes the two look-ups, each once and with an end", async () => {
  await using db = await upgraded("0016_scoring", async (db) => {
    await addExtension(db, "e", "ada");
    await addVersion(db, "e", "v1");
    await addVersion(db, "e", "v2");
    for (const subject of ["v1", "v2", "gone"]) await addJob(db, subject);
  });
  const jobs = await db.selectFrom("job").selectAll().orderBy("kind").orderBy("subject").execute();
  assert.deepEqual(jobs.map((job) => [job.kind, job.subject, job.attempts, job.deadline]), [
    ["audit", "v1", 0, "2026-01-02T00:00:00.000Z"],
    ["audit", "v2", 0, "2026-01-02T00:00:00.000Z"],
    ["verification", "e", 0, "2026-01-02T00:00:00.000Z"],
  ]);
});

Deno.test("upgrade: a record is of the version it was taken from; a token's first push is its collective's", async () => {
  await using db = await upgraded("0017_record", async (db) => {
    await addExtension(db, "people", "ada");
    await addVersion(db, "people", "a1");
    await addVersion(db, "people", "a2");
    await addExtension(db, "robots", null);
    await addVersion(db, "robots", "b1");
  });
  const rows = await db.selectFrom("extension").orderBy("id")
    .select(["id", "record_version_id", "author_user_id", "author_collective_id"]).execute();
  assert.deepEqual(rows.map((row) => Object.values(row)), [
    ["people", "a2", "ada", null],
    ["robots", "b1", null, "acme-id"],
  ]);
});

Deno.test("upgrade: extensions get the permissions of their version; scores are composed at the start", async () => {
  const permissions = { net: ["a.example"] };
  const descriptors: Record<string, unknown> = {
    declared: { permissions },
    none: { permissions: {} },
    foreign: { permissions: {}, described: "source-text" },
    older: {},
  };
  await using db = await upgraded("0021_search_order", async (db) => {
    for (const [id, descriptor] of Object.entries(descriptors)) {
      await addExtension(db, id, "ada");
      await addVersion(db, id, `${id}-1`);
      await sql`update extension_version set descriptor = ${JSON.stringify(descriptor)}
        where id = ${`${id}-1`}`.execute(db);
      await sql`update extension set record_version_id = ${`${id}-1`} where id = ${id}`.execute(db);
    }
  });
  const rows = await db.selectFrom("extension").select(["id", "permissions", "score"]).execute();
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.id, row.permissions])), {
    declared: JSON.stringify(permissions),
    none: "{}",
    foreign: null,
    older: null,
  });
  assert.deepEqual(rows.map(({ score }) => score), [null, null, null, null]);
  assert.deepEqual(await db.selectFrom("score_basis").selectAll().execute(), []);
});

Deno.test("upgrade: extensions are counted by their version's description, or not at all (spec §2.7)", async () => {
  const descriptors: Record<string, unknown> = {
    counted: { models: [{}, {}], reports: [{}] },
    text: { models: [{}], reports: [], described: "source-text", unread: [] },
    unread: { models: [{}], reports: [], described: "source-text", unread: [{}] },
    older: {},
  };
  await using db = await upgraded("0040_content_counts", async (db) => {
    for (const [id, descriptor] of Object.entries(descriptors)) {
      await addExtension(db, id, "ada");
      await addVersion(db, id, `${id}-1`);
      await sql`update extension_version set descriptor = ${JSON.stringify(descriptor)}
        where id = ${`${id}-1`}`.execute(db);
      await sql`update extension set record_version_id = ${`${id}-1`} where id = ${id}`.execute(db);
    }
  });
  const rows = await db.selectFrom("extension").select(["id", "contents"]).execute();
  const parsed = rows.map(({ id, contents }) => [id, contents && JSON.parse(contents)]);
  assert.deepEqual(Object.fromEntries(parsed), {
    counted: { behaviorTypes: 2, reports: 1 },
    text: { behaviorTypes: 1, reports: 0 },
    unread: null,
    older: null,
  });
});

Deno.test("upgrade: what was indexed for search is carried over, and changes are seen from then on", async () => {
  await using db = await upgraded("0026_search_entry", async (db) => {
    await addExtension(db, "e", "ada");
    await sql`insert into extension_search (rowid, name, contents)
      select number, name, '@acme/e listAll' from extension`.execute(db);
  });
  const entries = () => db.selectFrom("search_entry").selectAll().execute();
  const [entry] = await entries();
  assert.deepEqual({ ...entry }, { number: 1, contents: "@acme/e\nlistAll", changed: 0 });
  await sql`update extension set pull_count = 1`.execute(db);
  assert.deepEqual((await entries()).map(({ changed }) => changed), [1]);
  assert.deepEqual(
    (await sql`select name from sqlite_master where name like 'extension_search%'`.execute(db))
      .rows,
    [],
  );
  const sorted = sql`select name from sqlite_master
    where type = 'index' and tbl_name = 'extension' and sql like '%pull_count%'`;
  assert.deepEqual((await sorted.execute(db)).rows, [], "a count of pulls writes no index");
});

Deno.test("upgrade: what extensions depend on is known by name, each once and without its version", async () => {
  await using db = await upgraded("0020_dependents", async (db) => {
    await addExtension(db, "a", "ada", ["@acme/b@2026.01.01.1", "@acme/b", "@other/c"]);
    await addExtension(db, "b", "ada");
  });
  const rows = await db.selectFrom("extension_dependency").selectAll().orderBy("name").execute();
  assert.deepEqual(rows.map(({ extension_id, name }) => [extension_id, name]), [
    ["a", "@acme/b"],
    ["a", "@other/c"],
  ]);
});
