import assert from "node:assert/strict";
import {
  pgbouncerProgram,
  postgresPrograms,
  type PostgresServer,
  startPgbouncer,
  startPostgres,
} from "@svc/fakes/postgres";
import { sql } from "kysely";
import { personalKey, send, signUp } from "./features/identity/testing.ts";
import { openPostgres } from "./platform/store/postgres/open.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { announcementOf, published, send as ask, upload } from "./testing/extensions/push.ts";
import { testRegistry } from "./testing.ts";

const missing = [
  ...postgresPrograms() === undefined ? ["Postgres"] : [],
  ...pgbouncerProgram() === undefined ? ["pgbouncer"] : [],
];
const ignore = missing.length > 0 && Deno.env.get("CI") !== "true";

let server: PostgresServer;
Deno.test.beforeAll(async () => {
  if (!ignore) server = await startPostgres();
});
Deno.test.afterAll(async () => await server?.[Symbol.asyncDispose]());

async function create(name: string): Promise<string> {
  await using db = await openPostgres(server.url("postgres"), { connections: 2 });
  await sql`create database ${sql.ref(name)}`.execute(db);
  return name;
}

Deno.test({
  name: "servers that share a database through pgbouncer in transaction mode migrate it once, " +
    `publish, and keep names unique${ignore ? ` (skipped: no ${missing.join(", no ")})` : ""}`,
  ignore,
  async fn() {
    const database = await create("shared");
    // Fewer connections than transactions at once: each is lent to whoever is next.
    await using pooler = await startPgbouncer(server, 3);
    const data = await Deno.makeTempDir({ prefix: "svc-shared-" });
    await using _data = { [Symbol.asyncDispose]: () => Deno.remove(data, { recursive: true }) };
    const environment = {
      SVC_DATA: data,
      SVC_DATABASE_URL: pooler.url(database),
      SVC_DATABASE_POOL: "8",
    };
    const opening = Promise.all([testRegistry({ environment }), testRegistry({ environment })]);
    const [first, second] = await opening;
    await using _first = first;
    await using _second = second;

    const ada = await signUp(first, "ada");
    const { key } = await personalKey(first, ada);
    await published(first, key, { name: "@ada/hello", version: "2026.01.02.1" });
    const latest = await send(second, "GET /api/v1/extensions/%40ada%2Fhello/latest");
    assert.deepEqual([latest.status, latest.body.latestVersion], [200, "2026.01.02.1"]);

    const taken = await Promise.all(
      [first, second, first, second].map((registry) =>
        send(registry, "POST /api/v1/collectives/create", {
          cookie: ada.cookie,
          body: { slug: "acme" },
        })
      ),
    );
    assert.deepEqual(taken.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    const opened = await Promise.all(
      Array.from(
        { length: 12 },
        (_, n) =>
          send(n % 2 === 0 ? first : second, "POST /api/v1/lab/issues", {
            cookie: ada.cookie,
            body: { type: "bug", title: `Issue ${n}`, body: "It hurts." },
          }),
      ),
    );
    const numbers = opened.map(({ body }) => body.issue.number as number).sort((a, b) => a - b);
    assert.deepEqual(numbers, Array.from({ length: 12 }, (_, n) => n + 1));
    const found = await send(second, "GET /api/v1/lab/issues?q=issue+7");
    assert.deepEqual([found.status, found.body.total], [200, 1]);
  },
});

Deno.test({
  name:
    "a publication whose connection is cut, or that Postgres' restart meets, answers 503 and leaves " +
    `nothing; sent again it succeeds${ignore ? " (skipped)" : ""}`,
  ignore,
  async fn() {
    const url = server.url(await create("faults"));
    await using registry = await testRegistry({ environment: { SVC_DATABASE_URL: url } });
    const { db } = registry.services;
    const { key } = await personalKey(registry, await signUp(registry, "ada"));
    const announcement = announcementOf({ name: "@ada/hello" });
    await upload(registry, key, announcement, await packageOf({ name: "@ada/hello" }));
    const confirm = () => ask(registry, "POST", "/api/v1/extensions/confirm", key, announcement);

    /** Does `statement` amid the transaction that publishes. */
    const amid = async (statement: string) => {
      await sql`create or replace function amid() returns trigger language plpgsql as
        ${sql.lit(`begin perform ${statement}; return new; end`)}`.execute(db);
      await sql`create or replace trigger amid before insert on extension_version
        for each row execute function amid()`.execute(db);
    };
    const refused = async (answer: Response) => {
      assert.equal(answer.status, 503);
      assert.equal((await answer.json()).code, "unavailable");
      assert.deepEqual(await db.selectFrom("extension").select("id").execute(), []);
      assert.deepEqual(await db.selectFrom("audit_event").select("id").execute(), []);
    };

    await amid("pg_terminate_backend(pg_backend_pid())");
    await refused(await confirm());

    await amid("pg_sleep(120)");
    const answer = confirm();
    const asleep = () =>
      sql`select 1 from pg_stat_activity where datname = current_database() and
        wait_event = 'PgSleep'`.execute(db);
    while ((await asleep()).rows.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await server.restart();
    await refused(await answer);

    await sql`drop trigger amid on extension_version`.execute(db);
    assert.equal((await confirm()).status, 200);
  },
});
