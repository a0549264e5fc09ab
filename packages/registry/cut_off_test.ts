import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { sql } from "kysely";
import { personalKey, send, signUp } from "./features/identity/testing.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { openPostgres } from "./platform/store/postgres/open.ts";
import { inTransaction } from "./platform/store/transaction.ts";
import { openLink } from "./testing/link.ts";
import { openNamespace } from "./testing/namespace.ts";
import { push, startProcess } from "./testing/process.ts";
import { type Fleet, startFleet } from "./testing/replicas.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

/** Less than the minute for which a query may last, and far more than a busy machine adds. */
const SOON = 45_000;

/** A line from a server to Postgres that can be cut, and where the server runs. */
interface Line extends AsyncDisposable {
  /** Where the server finds Postgres. */
  database: string;
  /** What the server is started with. */
  environment: Record<string, string>;
  within: string[];
  cut(): void | Promise<void>;
  restore(): void | Promise<void>;
}

/** A line that swallows what is sent; all its connections end when it is back. */
function swallowing(fleet: Fleet): Line {
  const link = openLink(fleet.postgres.port);
  return { ...link, database: fleet.through(link.port), environment: {}, within: [] };
}

/** The way out of a network of the server's own; connections go on when it is back. */
async function namespaced(fleet: Fleet): Promise<Line> {
  const { within, host, outside, cut, restore, ...namespace } = await openNamespace();
  const link = openLink(fleet.postgres.port, undefined, outside);
  const database = new URL(fleet.through(link.port));
  database.hostname = outside;
  database.searchParams.set("sslmode", "disable");
  return {
    database: database.href,
    environment: { SVC_HOST: host },
    within,
    cut,
    restore,
    async [Symbol.asyncDispose]() {
      await link[Symbol.asyncDispose]();
      await namespace[Symbol.asyncDispose]();
    },
  };
}

/** Why no network can be made here; undefined where it can. */
async function noNetwork(): Promise<string | undefined> {
  try {
    await (await openNamespace())[Symbol.asyncDispose]();
    return undefined;
  } catch {
    return "no network may be made here";
  }
}

const absent = missing ? "Postgres is not installed" : undefined;
const CUTS = [
  { how: "and its connections end", open: swallowing, reason: absent },
  { how: "as a network of its own", open: namespaced, reason: absent ?? await noNetwork() },
];

for (const { how, open, reason } of CUTS) {
  Deno.test({
    name:
      `a server whose line to Postgres is cut, ${how}, says so soon, answers what needs no database, ` +
      `refuses the rest soon, and goes on when it is back${reason ? ` (skipped: ${reason})` : ""}`,
    ignore: reason !== undefined,
    fn: () => cutOff(open),
  });
}

Deno.test({
  name: "a server that is stopped while Postgres does not answer ends by itself, and says so last" +
    (absent ? ` (skipped: ${absent})` : ""),
  ignore: missing,
  async fn() {
    await using fleet = await startFleet();
    await using line = swallowing(fleet);
    const server = await startProcess(fleet.environment.SVC_DATA!, {
      ...fleet.environment,
      SVC_DATABASE_URL: line.database,
      SVC_LOG: "json",
    });
    await using holder = await openPostgres(fleet.environment.SVC_DATABASE_URL!, {
      connections: 2,
    });
    const { asking } = await inTransaction(holder, async (trx) => {
      await sql`lock table extension in access exclusive mode`.execute(trx);
      const ask = () => fetch(`${server.url}/api/v1/extensions/%40acme%2Fhello/latest`);
      // Postgres gives up waiting for a lock.
      const asking = (async () => {
        for (;;) await (await ask()).body?.cancel();
      })().catch(() => undefined);
      const waits = async () =>
        (await sql`select 1 from pg_locks where not granted`.execute(holder)).rows.length > 0;
      while (!await waits());
      // From now on the server waits for an answer that does not come.
      await line.cut();
      return { asking };
    });
    assert.equal((await server.end("SIGTERM")).code, 0);
    await asking;
    const events = (await server.log).trim().split("\n").map((one) => JSON.parse(one).event);
    assert.deepEqual(events.slice(-2), ["server.unclosed", "server.stopped"]);
  },
});

async function cutOff(open: (fleet: Fleet) => Line | Promise<Line>): Promise<void> {
  await using fleet = await startFleet();
  await using other = await fleet.open();
  await addCollective(other.services, "acme");
  const member = await addPerson(other.services, "ada", { acme: "member" });
  const { key } = await personalKey(other, await signUp(other, "bob"));
  await using line = await open(fleet);
  const server = await startProcess(fleet.environment.SVC_DATA!, {
    ...fleet.environment,
    ...line.environment,
    SVC_DATABASE_URL: line.database,
  }, line.within);
  try {
    const ask = async (path: string, headers: HeadersInit = {}) => {
      const signal = AbortSignal.timeout(SOON);
      const answer = await fetch(`${server.url}${path}`, { headers, signal });
      return { status: answer.status, text: await answer.text() };
    };
    const until = async (path: string, status: number) => {
      for (;;) {
        const answer = await ask(path);
        if (answer.status === status) return answer.text;
      }
    };
    const latest = "/api/v1/extensions/%40acme%2Fhello/latest";
    const bearer = { authorization: `Bearer ${key}` };
    const bytes = await packageOf({ version: "2026.01.02.1" });
    assert.ok(await push(server.url, member, "2026.01.02.1", bytes));
    await until("/readyz", 200);
    await until(latest, 200);
    assert.equal((await ask("/api/whoami", bearer)).status, 200);

    await line.cut();
    assert.match(await until("/readyz", 503), /Not ready: .*database/);
    // Of what changes meanwhile it hears nothing, so it believes nothing that it kept.
    const revoked = await send(other, "POST /api/v1/auth/revoke", { bearer: key });
    assert.equal(revoked.status, 200);
    const needing = ["/healthz", "/readyz", "/api/whoami", "/api/v1/extensions/search?q=hello"];
    const refused = await Promise.all([latest, ...needing].map((path) => ask(path, bearer)));
    assert.deepEqual(refused.map(({ status }) => status), refused.map(() => 503));
    assert.equal((await ask("/api/v1/openapi.json")).status, 200);

    await line.restore();
    await until("/readyz", 200);
    await until(latest, 200);
    assert.equal((await ask("/api/whoami", bearer)).status, 401);
    const next = await packageOf({ version: "2026.01.03.1" });
    for (let tries = 0; !await push(server.url, member, "2026.01.03.1", next); tries++) {
      assert.ok(tries < 20, "nothing is published any more");
    }
  } finally {
    await server.end("SIGKILL");
  }
}
