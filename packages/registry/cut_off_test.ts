import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { personalKey, send, signUp } from "./features/identity/testing.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { openLink } from "./testing/link.ts";
import { push, startProcess } from "./testing/process.ts";
import { startFleet } from "./testing/replicas.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

/** Less than the minute for which a query may last, and far more than a busy machine adds. */
const SOON = 45_000;

Deno.test({
  name:
    "a server whose line to Postgres is cut says so soon, answers what needs no database, refuses " +
    `the rest soon, and goes on when it is back${
      missing ? " (skipped: Postgres is not installed)" : ""
    }`,
  ignore: missing,
  async fn() {
    await using fleet = await startFleet();
    await using other = await fleet.open();
    await addCollective(other.services, "acme");
    const member = await addPerson(other.services, "ada", { acme: "member" });
    const { key } = await personalKey(other, await signUp(other, "bob"));
    await using link = openLink(fleet.postgres.port);
    const server = await startProcess(fleet.environment.SVC_DATA!, {
      ...fleet.environment,
      SVC_DATABASE_URL: fleet.through(link.port),
    });
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

      link.cut();
      assert.match(await until("/readyz", 503), /Not ready: .*database/);
      // Of what changes meanwhile it hears nothing, so it believes nothing that it kept.
      const revoked = await send(other, "POST /api/v1/auth/revoke", { bearer: key });
      assert.equal(revoked.status, 200);
      const needing = ["/healthz", "/readyz", "/api/whoami", "/api/v1/extensions/search?q=hello"];
      const refused = await Promise.all([latest, ...needing].map((path) => ask(path, bearer)));
      assert.deepEqual(refused.map(({ status }) => status), refused.map(() => 503));
      assert.equal((await ask("/api/v1/openapi.json")).status, 200);

      link.restore();
      await until("/readyz", 200);
      await until(latest, 200);
      assert.equal((await ask("/api/whoami", bearer)).status, 401);
      const next = await packageOf({ version: "2026.01.03.1" });
      assert.ok(await push(server.url, member, "2026.01.03.1", next));
    } finally {
      await server.end("SIGKILL");
    }
  },
});
