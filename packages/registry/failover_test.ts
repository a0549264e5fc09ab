import assert from "node:assert/strict";
import { postgresPrograms, startStandby, WITH_STANDBY } from "@svc/fakes/postgres";
import { personalKey, send, signUp } from "./features/identity/testing.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { startProcess } from "./testing/process.ts";
import { publishing } from "./testing/publishing.ts";
import { startFleet } from "./testing/replicas.ts";
import { assertWhole } from "./testing/whole.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

Deno.test({
  name:
    "when Postgres is killed and its standby takes over, servers go on there without a restart: " +
    "every acknowledged version is there, no half of another, and none answers from before" +
    (missing ? " (skipped: Postgres is not installed)" : ""),
  ignore: missing,
  async fn() {
    await using fleet = await startFleet(WITH_STANDBY);
    await using standby = await startStandby(fleet.postgres);
    const url = new URL(fleet.environment.SVC_DATABASE_URL!);
    const both = `127.0.0.1:${fleet.postgres.port},127.0.0.1:${standby.port}`;
    const environment: Record<string, string> = {
      ...fleet.environment,
      SVC_DATABASE_URL: `postgres://${url.username}:${url.password}@${both}/svc`,
    };
    await using watching = await fleet.open(environment);
    const { services } = watching;
    await addCollective(services, "acme");
    const key = await addPerson(services, "ada", { acme: "member" });
    const { key: ended } = await personalKey(watching, await signUp(watching, "bob"));
    services.following.start();
    const whoami = async () => (await send(watching, "GET /api/whoami", { bearer: ended })).status;
    assert.deepEqual([await whoami(), await whoami()], [200, 200]);

    const start = () => startProcess(environment.SVC_DATA!, environment);
    const servers = await Promise.all([start(), start()]);
    const publishers = servers.map((server) => publishing([server], key, 2));
    try {
      await Promise.all(publishers.map((publisher) => publisher.acknowledges(2)));
      await fleet.postgres.kill();
      await standby.promote();
      await Promise.all(publishers.map((publisher) => publisher.acknowledges(2)));

      // Another server ends the key: who still listened to the dead one would go on believing it.
      const { ok } = await fetch(`${servers[0]!.url}/api/v1/auth/revoke`, {
        method: "POST",
        headers: { authorization: `Bearer ${ended}` },
      });
      assert.ok(ok);
      await services.following.look();
      assert.equal(await whoami(), 401);
      // It counts for a second, which may be over on a busy machine.
      while (!services.following.current()) await services.following.look();
    } finally {
      const published = await Promise.all(publishers.map((publisher) => publisher.stop()));
      await Promise.all(servers.map((server) => server.end("SIGKILL")));
      await assertWhole(services, published.flat());
      assert.equal(await services.lost(), undefined);
    }
  },
});
