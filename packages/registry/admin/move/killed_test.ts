import { startS3rver } from "@svc/fakes/s3";
import { postgresPrograms, startPostgres } from "@svc/fakes/postgres";
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "../../platform/store/schema.ts";
import { openPostgres } from "../../platform/store/postgres/open.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { s3World } from "../../platform/store/blobs/s3/testing/world.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { openLink } from "../../testing/link.ts";
import { CONFIG } from "../../testing/process.ts";
import { seeded } from "../../testing/seeded.ts";
import { testRegistry } from "../../testing.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

const SEED = 20_261_122;
const KILLS = 10;

/** The three places where a move may be met: a folder, and what leads to a database and a bucket. */
interface Places {
  data: string;
  database: string;
  blobs: string;
}

async function fill(data: string): Promise<void> {
  await using registry = await testRegistry({
    environment: { SVC_DATA: data, SVC_DATABASE_URL: "" },
  });
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "admin" });
  for (const version of ["2026.01.02.1", "2026.01.03.1", "2026.01.04.1"]) {
    await published(registry, key, { version });
  }
  for (let at = 0; at < 250; at++) await addPerson(registry.services, `person-${at}`);
}

/** Runs `admin move` in a process of its own. */
function move({ data, database, blobs }: Places) {
  const main = `${import.meta.dirname}/../main.ts`;
  const targets = ["--to-database", database, "--to-blobs", blobs];
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "-A", "--no-check", "--config", CONFIG],
      ...[main, "move", ...targets, "--json"],
    ],
    env: { SVC_DATA: data, SVC_DATABASE_URL: "", SVC_BLOBS_URL: "" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** What a registry consists of: how many rows each table has, and what some of them say. */
async function contents(db: Db, tables: readonly string[]) {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]!.count;
  }
  const people = await db.selectFrom("user").select(["id", "username", "createdAt"]).orderBy("id")
    .execute();
  const versions = await db.selectFrom("extension_version").selectAll().orderBy("id").execute();
  return { counts, people: people.map(plain), versions: versions.map(plain) };
}

/** The engines' own objects differ in what they inherit. */
const plain = (row: object) => ({ ...row });

Deno.test({
  name:
    `a move that is killed at ${KILLS} places goes on each time, and all of it is there once at the end` +
    (missing ? " (skipped: Postgres is not installed)" : ""),
  ignore: missing,
  async fn() {
    const data = await Deno.makeTempDir({ prefix: "svc-moved-" });
    await using _data = { [Symbol.asyncDispose]: () => Deno.remove(data, { recursive: true }) };
    await fill(data);
    await using postgres = await startPostgres();
    await using backend = await startS3rver();

    // How far a move is, is counted in bytes that were carried: the same on each machine.
    let bytes = 0;
    let arrived = () => {};
    const carried = (count: number) => {
      bytes += count;
      arrived();
    };
    await using toPostgres = openLink(postgres.port, carried);
    await using toBucket = openLink(Number(new URL(backend.url).port), carried);
    const random = seeded(SEED);

    /** Runs a move, and kills it when so many bytes were carried. */
    const run = async (places: Places, until = Infinity) => {
      bytes = 0;
      const child = move(places);
      arrived = () => {
        if (bytes < until) return;
        arrived = () => {};
        child.kill("SIGKILL");
      };
      const { signal, code, stderr } = await child.output();
      arrived = () => {};
      return { killed: signal === "SIGKILL", code, stderr: new TextDecoder().decode(stderr) };
    };

    await using root = await openPostgres(postgres.url("postgres"), { connections: 1 });
    let whole = 0;
    let kills = 0;
    for (let round = 0; kills < KILLS; round++) {
      const name = `moved_${round}`;
      await sql`create database ${sql.ref(name)}`.execute(root);
      await using world = await s3World(backend);
      const endpoint = `http://127.0.0.1:${toBucket.port}`;
      const database = Object.assign(new URL(postgres.tcpUrl(name)), { port: toPostgres.port });
      const places = { data, database: database.href, blobs: world.urlOf({ endpoint }) };
      let last = await run(places, round === 0 ? Infinity : random() * 0.9 * whole);
      if (round === 0) whole = bytes;
      for (let again = 0; last.killed; again++) {
        kills++;
        last = await run(places, again < 3 ? random() * 0.9 * whole : Infinity);
      }
      assert.equal(last.code, 0, last.stderr);
      await assertMoved(data, postgres.url(name), world);
    }
  },
});

async function assertMoved(
  data: string,
  url: string,
  world: Awaited<ReturnType<typeof s3World>>,
): Promise<void> {
  await using source = openSqlite(`${data}/svc.db`, { readOnly: true });
  await using target = await openPostgres(url, { connections: 1 });
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and name not like 'sqlite_%' and name not like 'lab_search%'
      and name not in ('store_commit', 'search_clock', 'kysely_migration_lock')`.execute(source);
  const tables = rows.map(({ name }) => name);
  assert.deepEqual(await contents(target, tables), await contents(source, tables));
  const { blobs } = world.store();
  const there = (await Array.fromAsync(blobs.list())).map(({ checksum }) => checksum);
  const versions = await source.selectFrom("extension_version").select("checksum").execute();
  assert.deepEqual(there.sort(), versions.map(({ checksum }) => checksum).sort());
  for (const checksum of there) assert.equal(await blobs.check(checksum), "whole");
}
