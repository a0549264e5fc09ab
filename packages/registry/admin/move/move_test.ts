import { startS3rver } from "@svc/fakes/s3";
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { openPostgres } from "../../platform/store/postgres/open.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { s3World } from "../../platform/store/blobs/s3/testing/world.ts";
import { TEST_SERVER, testDatabase } from "../../testing/database.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { packageOf } from "../../testing/extensions/package.ts";
import { published, send } from "../../testing/extensions/push.ts";
import { testRegistry } from "../../testing.ts";
import { runAdmin } from "../run.ts";

const EXTENSION = "/api/v1/extensions/%40acme%2Fhello";
const NAME = "copies a registry to Postgres and to a bucket";

/** A registry with a few rows in many tables, in a data folder that stays. */
async function filled(data: string): Promise<string> {
  await using registry = await testRegistry({
    environment: { SVC_DATA: data, SVC_DATABASE_URL: "" },
  });
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  for (const version of ["2026.01.02.1", "2026.01.03.1"]) {
    await published(registry, key, { version });
  }
  for (let at = 0; at < 230; at++) await addPerson(services, `person-${at}`, {});
  // A text that Postgres cannot hold as it is, and letters that each engine may order by itself.
  await services.db.updateTable("user").set({ name: "nul \0 É é Z a" })
    .where("username", "=", "person-7").execute();
  // The highest number belongs to an extension that is gone.
  await sql`update sqlite_sequence set seq = 41 where name = 'extension'`.execute(services.db);
  const said = await runAdmin(["move", "--to-database", "postgres://svc@localhost/x"], {
    SVC_DATA: data,
  });
  assert.match(said.stderr, /^error: Another registry is using the data folder/);
  return key;
}

Deno.test({
  name: TEST_SERVER ? NAME : `${NAME} (skipped: SVC_TEST_DATABASE_URL names no server)`,
  ignore: TEST_SERVER === undefined,
}, async (test) => {
  const data = await Deno.makeTempDir({ prefix: "svc-move-" });
  await using database = (await testDatabase({ empty: true }))!;
  await using backend = await startS3rver();
  await using world = await s3World(backend);
  try {
    const key = await filled(data);
    const environment = { SVC_DATA: data };
    const now = () => new Date();
    const move = (to: string[], say?: (line: string) => void) =>
      runAdmin(["move", ...to, "--json"], environment, now, say);
    const both = ["--to-database", database.url, "--to-blobs", world.urlOf()];

    await test.step("a move that is ended anywhere goes on when it is run again", async () => {
      const said: string[] = [];
      const endAt = (ending: RegExp) => (line: string) => {
        if (ending.test(line)) throw new Error("killed");
      };
      await assert.rejects(move(both, endAt(/archives compared/)), /killed/);
      await assert.rejects(move(both, endAt(/rows copied/)), /killed/);
      await assert.rejects(move(both, endAt(/^user: /)), /killed/);
      const half = testRegistry({ environment: { SVC_DATABASE_URL: database.url } });
      await assert.rejects(half, { message: "A registry is being moved into this database" });
      // What is changed in between is found at the end, and all is copied again.
      rename(data);
      await assert.rejects(move(both, endAt(/^user: .*copied/)), /killed/);
      await assert.rejects(move(both, endAt(/^apikey: /)), /killed/);
      const { code, stdout, stderr } = await move(both, (line) => said.push(line));
      assert.equal(code, 0, stderr);
      const { database: moved, archives } = JSON.parse(stdout);
      assert.deepEqual(archives, { archives: 2, missing: [] });
      assert.ok(moved.rows > 400, String(moved.rows));
      assert.ok(!said.some((line) => line.startsWith("user: ")), said.join("\n"));
    });

    await test.step("one that was killed behind its last step is found to be complete", async () => {
      const said: string[] = [];
      const { code, stdout, stderr } = await move(both, (line) => said.push(line));
      assert.equal(code, 0, stderr);
      assert.ok(JSON.parse(stdout).database.rows > 400);
      assert.ok(said.includes("An earlier move was complete: nothing is left to copy"));
    });

    await test.step("the registry is served from there, and counts on", async () => {
      await using registry = await testRegistry({
        environment: {
          SVC_DATA: data,
          SVC_DATABASE_URL: database.url,
          SVC_BLOBS_URL: world.urlOf(),
          SVC_BLOBS_PROXY: "on",
        },
      });
      const info = await (await registry.request(EXTENSION)).json();
      assert.equal(info.latestVersion, "2026.01.03.1");
      const redirect = await registry.request(`${EXTENSION}@2026.01.02.1/download`);
      const archive = await registry.request(redirect.headers.get("location")!);
      assert.equal(archive.status, 200);
      await archive.body?.cancel();
      await published(registry, key, { name: "@acme/next" });
      const rows = await registry.services.db.selectFrom("extension").select(["name", "number"])
        .orderBy("number").execute();
      assert.deepEqual(rows.map(({ name, number }) => [name, number]), [
        ["@acme/hello", 1],
        ["@acme/next", 42],
      ]);
      const renamed = await registry.services.db.selectFrom("user").select("name")
        .where("username", "=", "person-9").executeTakeFirstOrThrow();
      assert.equal(renamed.name, "changed meanwhile");
    });

    await test.step("what was announced to one server is uploaded to and confirmed by others", async () => {
      const environment = {
        SVC_DATABASE_URL: database.url,
        SVC_BLOBS_URL: world.urlOf(),
        SVC_BLOBS_PROXY: "on",
      };
      await using one = await testRegistry({ environment });
      await using two = await testRegistry({ environment });
      await using three = await testRegistry({ environment });
      const next = { name: "@acme/hello", version: "2026.01.04.1" };
      const announced = await send(one, "POST", "/api/v1/extensions/push", key, next);
      const { uploadUrl } = await announced.json();
      const sent = await two.request(uploadUrl, { method: "PUT", body: await packageOf(next) });
      assert.equal(sent.status, 200);
      const confirmed = await send(three, "POST", "/api/v1/extensions/confirm", key, next);
      assert.equal(confirmed.status, 200, await confirmed.text());
      const redirect = await one.request(`${EXTENSION}@${next.version}/download`);
      const archive = await two.request(redirect.headers.get("location")!);
      assert.deepEqual(await archive.bytes(), await packageOf(next));
    });

    await test.step("a database that holds anything is refused, and left as it is", async () => {
      const again = await move(["--to-database", database.url]);
      assert.match(again.stderr, /The database to move to is not empty/);
      await using other = (await testDatabase({ empty: true }))!;
      const db = await openPostgres(other.url, { connections: 1 });
      await sql`create table svc_move (source text)`.execute(db);
      await sql`insert into svc_move values ('another')`.execute(db);
      const foreign = await move(["--to-database", other.url]);
      assert.match(foreign.stderr, /has part of another registry/);
      await db.destroy();
    });

    await test.step("an archive that is lost or damaged is named, the others are moved", async () => {
      const folder = openSqlite(`${data}/svc.db`, { readOnly: true });
      const rows = await folder.selectFrom("extension_version").select("checksum").execute();
      await folder.destroy();
      const [lost] = rows.map(({ checksum }) => checksum).sort() as [string];
      await Deno.remove(`${data}/blobs/${lost.slice(0, 2)}/${lost}`);
      const elsewhere = world.urlOf().replace("/team/svc", "/elsewhere");
      const { code, stdout } = await move(["--to-blobs", elsewhere]);
      assert.equal(code, 1);
      assert.deepEqual(JSON.parse(stdout).archives, { archives: 1, missing: [lost] });
    });
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

function rename(data: string): void {
  using database = new DatabaseSync(`${data}/svc.db`);
  database.exec(`update "user" set name = 'changed meanwhile' where username = 'person-9'`);
}

Deno.test("what is wrong with the target is said of the option that names it", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-move-" });
  try {
    const made = await testRegistry({ environment: { SVC_DATA: data, SVC_DATABASE_URL: "" } });
    await made[Symbol.asyncDispose]();
    const to = "postgres://svc:hidden@127.0.0.1:1/svc";
    const { code, stderr } = await runAdmin(["move", "--to-database", to], { SVC_DATA: data });
    assert.equal(code, 1);
    assert.match(stderr, /^error: Postgres cannot be reached\nhint: .*--to-database has its host/);
    assert.ok(!/hidden|SVC_DATABASE_URL/.test(stderr), stderr);
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("a move says what it needs, and repeats no password", async () => {
  const rows: [string[], RegExp][] = [
    [[], /needs --to-database, --to-blobs or both/],
    [["--to-database", "mysql://u:hidden@host/db"], /not the URL of a database of Postgres/],
    [["--to-blobs", "s3://AKIA:hidden@bucket"], /--to-blobs needs \?region=/],
    [["--to-blobs", "https://AKIA:hidden@host/bucket"], /--to-blobs is not s3:/],
  ];
  for (const [args, says] of rows) {
    const { code, stderr } = await runAdmin(["move", ...args], { SVC_DATA: "/nowhere" });
    assert.equal(code, 2);
    assert.match(stderr, says);
    assert.ok(!stderr.includes("hidden"), stderr);
  }
  const inPostgres = { SVC_DATABASE_URL: "postgres://svc@127.0.0.1/svc" };
  const { stderr } = await runAdmin(
    ["move", "--to-database", "postgres://svc@127.0.0.1/other"],
    inPostgres,
  );
  assert.match(stderr, /SVC_DATABASE_URL is set: the tables are in Postgres already/);
});
