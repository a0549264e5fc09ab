import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { sql } from "kysely";
import { enrolApp } from "./features/factor/testing.ts";
import {
  collective,
  join,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "./features/identity/testing.ts";
import { reinstate, takeDown } from "./features/operating/takedown.ts";
import { publishDue } from "./features/staging/publish_due.ts";
import {
  decideByCode,
  type Looked,
  read,
  RULE,
  stage,
  staged,
} from "./features/staging/testing.ts";
import { MIGRATIONS } from "./migrations.ts";
import { RATES } from "./access/rate/mod.ts";
import { workDueJobs } from "./testing/work_due.ts";
import { announcementOf, send as ask } from "./testing/extensions/push.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { openLink } from "./testing/link.ts";
import { type Fleet, startFleet } from "./testing/replicas.ts";
import type { TestRegistry } from "./testing.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

Deno.test({
  name: `several servers on one Postgres${missing ? " (skipped: it is not installed)" : ""}`,
  ignore: missing,
  async fn(test) {
    await using fleet = await startFleet();
    const [here, there] = await Promise.all([fleet.open(), fleet.open()]);
    await using _here = here;
    await using _there = there;
    for (const { services } of [here, there]) services.following.start();
    const ada = await signUp(here, "ada");
    const { id: collectiveId } = await collective(here, ada, "acme");
    const { key } = await personalKey(here, ada);

    await test.step("started at once on an empty database, they made its tables once", async () => {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`
        .execute(here.services.db);
      assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(MIGRATIONS).sort());
    });

    await test.step("what one ends is refused by the other, whoever ended it", async () => {
      const { db } = here.services;
      const bob = await signUp(here, "bob");
      const eve = await signUp(here, "eve");
      const own = () => personalKey(here, ada);
      const acme = () => token(here, ada, "acme", ["collective:*"]);
      const whoami = "GET /api/whoami";
      const ways: Record<string, () => Promise<[sent: Sent, end: () => Promise<unknown>]>> = {
        "a key that revokes itself": async () => {
          const { key } = await own();
          return [{ bearer: key }, () => good(here, "POST /api/v1/auth/revoke", { bearer: key })];
        },
        "a key that is disabled": async () => {
          const { id, key } = await own();
          const body = { keyId: id, enabled: false };
          const { cookie } = ada;
          return [
            { bearer: key },
            () => good(here, "POST /api/auth/api-key/update", { cookie, body }),
          ];
        },
        "a key that somebody deletes in the database": async () => {
          const { id, key } = await own();
          return [{ bearer: key }, () => db.deleteFrom("apikey").where("id", "=", id).execute()];
        },
        "a revoked token": async () => {
          const { id, key } = await acme();
          const line = `PATCH /api/v1/collectives/acme/api-tokens/${id}`;
          const sent = { cookie: ada.cookie, body: { enabled: false } };
          return [{ bearer: key }, () => good(here, line, sent)];
        },
        "the token of a deleted collective": async () => {
          await collective(here, ada, "gone");
          const { key } = await token(here, ada, "gone", ["collective:*"]);
          const line = "POST /api/v1/collectives/gone/delete";
          return [{ bearer: key }, () => good(here, line, { cookie: ada.cookie })];
        },
        "a session that signs out": () =>
          Promise.resolve([
            { cookie: bob.cookie },
            () =>
              good(here, "POST /api/auth/sign-out", {
                cookie: bob.cookie,
                body: {},
                headers: { origin: "http://registry.test" },
              }),
          ]),
        "the session of a disabled account": () =>
          Promise.resolve([
            { cookie: eve.cookie },
            () =>
              db.insertInto("disabled_user")
                .values({ user_id: eve.id, at: new Date().toISOString(), reason: null }).execute(),
          ]),
      };
      for (const [what, way] of Object.entries(ways)) {
        const [sent, end] = await way();
        await good(there, whoami, sent);
        assert.equal((await send(there, whoami, sent)).status, 200, what);
        await end();
        await there.services.following.look();
        assert.equal((await send(there, whoami, sent)).status, 401, what);
      }
    });

    await test.step("a version announced here, uploaded there and confirmed here is shown by both at once", async () => {
      const latest = "/api/v1/extensions/%40acme%2Fhello/latest";
      const shown = async (
        registry: TestRegistry,
      ) => (await (await registry.request(latest)).json());
      for (const n of [1, 2]) {
        const announced = announcementOf({ version: `2026.01.02.${n}` });
        const { uploadUrl } =
          await (await ask(here, "POST", "/api/v1/extensions/push", key, announced))
            .json();
        const bytes = await packageOf({ version: announced.version });
        assert.ok((await there.request(uploadUrl, { method: "PUT", body: bytes })).ok);
        const confirmed = await ask(here, "POST", "/api/v1/extensions/confirm", key, announced);
        assert.ok(confirmed.ok, await confirmed.text());
        await there.services.following.look();
        assert.equal((await shown(there)).latestVersion, announced.version);
        assert.equal((await shown(there)).latestVersion, announced.version, "as it is kept");
      }
      await good(here, "PATCH /api/v1/collectives/acme", {
        cookie: ada.cookie,
        body: { private: true },
      });
      await there.services.following.look();
      assert.equal((await there.request(latest)).status, 404);
    });

    await test.step("an archive that is taken down here is given by the other no more, though it kept it", async () => {
      const name = "@acme/hello";
      const version = "2026.01.02.2";
      await good(here, "PATCH /api/v1/collectives/acme", {
        cookie: ada.cookie,
        body: { private: false },
      });
      await there.services.following.look();
      const path = `/api/v1/extensions/${encodeURIComponent(name)}@${version}/download`;
      const address = (await there.request(path)).headers.get("location")!;
      const status = async () => {
        const answer = await there.request(address);
        await answer.body?.cancel();
        return answer.status;
      };
      assert.deepEqual([await status(), await status()], [200, 200]);
      const { pathname, search } = new URL(address);
      assert.ok(there.services.responseCache.at(pathname + search));
      await takeDown(here.services, { name, version }, { note: "steals tokens" }, new Date());
      await there.services.following.look();
      assert.equal(await status(), 404);
      await reinstate(here.services, { name, version }, new Date());
      await there.services.following.look();
      assert.equal(await status(), 200);
      await good(here, "PATCH /api/v1/collectives/acme", {
        cookie: ada.cookie,
        body: { private: true },
      });
      await there.services.following.look();
    });

    await test.step("use that ends nothing makes nobody forget", async () => {
      const { db, events } = there.services;
      let heard = 0;
      for (const name of ["credential.ended", "sessions.ended", "collective.changed"] as const) {
        events.on(name, () => heard++);
      }
      await db.updateTable("apikey").set({ lastRequest: new Date().toISOString() }).execute();
      await db.updateTable("collective_token").set({ last_used_at: new Date().toISOString() })
        .execute();
      await there.services.following.look();
      assert.equal(heard, 0);
      await db.updateTable("apikey").set((row) => ({ enabled: row.ref("enabled") })).execute();
      // As each publication holds its collective.
      await db.updateTable("collective").set((row) => ({ updated_at: row.ref("updated_at") }))
        .execute();
      await there.services.following.look();
      assert.equal(heard, 0, "nothing was changed by that either");
    });

    await test.step("a statement that changes more than a notice holds makes everything doubtful", async () => {
      const { db, events } = there.services;
      const told: string[] = [];
      events.on("extension.changed", ({ name }) => void told.push(name));
      events.on("store.changed", () => void told.push("everything"));
      await db.updateTable("extension").set({ pull_count: 7 }).execute();
      await there.services.following.look();
      assert.deepEqual(told.filter((name) => name !== "everything"), ["@acme/hello"]);
      const row = await db.selectFrom("collective").selectAll().where("id", "=", collectiveId)
        .executeTakeFirstOrThrow();
      await db.insertInto("collective").values(
        Array.from({ length: 60 }, (_, n) => ({
          ...row,
          id: crypto.randomUUID(),
          slug: `many-${n}`,
          slug_skeleton: `many-${n}`,
        })),
      ).execute();
      await there.services.following.look();
      assert.equal(told.at(-1), "everything");
    });

    await test.step("together they let through what one would, and not one more", async () => {
      await limited(fleet);
    });

    await test.step("one with another folder of archives, or no secret, does not start", async () => {
      const elsewhere = await Deno.makeTempDir({ prefix: "svc-elsewhere-" });
      try {
        await assert.rejects(fleet.open({ SVC_DATA: elsewhere }), /in another server's folder/);
        await assert.rejects(fleet.open({ SVC_SECRET: "" }), /SVC_SECRET is needed/);
      } finally {
        await Deno.remove(elsewhere, { recursive: true });
      }
    });

    await test.step("each job is done once", async () => {
      const { db, jobs, now } = here.services;
      await db.deleteFrom("job").execute();
      for (let n = 0; n < 40; n++) await jobs.add(db, "audit", `v${n}`, now());
      const done: string[] = [];
      const kind = (run: (subject: string) => void) => ({
        run: (subject: string) => Promise.resolve(run(subject)),
        atOnce: 2,
      });
      const work = {
        mail: kind(() => {}),
        verification: kind(() => {}),
        staged_mail: kind(() => {}),
        staged_publication: kind(() => {}),
        audit: kind((subject) => done.push(subject)),
      };
      await Promise.all(
        [here, here, there, there].map(({ services }) => workDueJobs(services, work)),
      );
      assert.equal(done.length, 40);
      assert.equal(new Set(done).size, 40);
    });

    await test.step("one that cannot hear the others believes nothing that it kept", async () => {
      await deaf(fleet, here);
    });

    await test.step("where notices do not arrive, it sees that somebody wrote", async () => {
      // Notices stay within their database, as they do behind a pooler in transaction mode.
      await using poller = await fleet.open({
        SVC_DATABASE_LISTEN_URL: fleet.postgres.tcpUrl("postgres"),
      });
      poller.services.following.start();
      const { key } = await personalKey(here, ada);
      await poller.services.following.look();
      assert.ok(poller.logged.some((line) => line.includes("SVC_DATABASE_LISTEN_URL")));
      for (let asked = 0; asked < 2; asked++) {
        await good(poller, "GET /api/whoami", { bearer: key });
      }
      await good(here, "POST /api/v1/auth/revoke", { bearer: key });
      await poller.services.following.look();
      assert.equal((await send(poller, "GET /api/whoami", { bearer: key })).status, 401);
    });

    await test.step("a version staged here is approved there, and what both do at a time counts once", async () => {
      await stagedAtBoth(here, there, { ...ada, key });
    });

    await test.step("when a newer release has migrated, those that run go on and an older one does not start", async () => {
      await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', 'now')`
        .execute(here.services.db);
      await good(there, "GET /api/whoami", { bearer: key });
      await assert.rejects(fleet.open(), /belongs to a newer release: it has 9999_newer/);
    });
  },
});

type Sent = Parameters<typeof send>[2];

async function good(registry: TestRegistry, line: string, sent: Sent): Promise<void> {
  const { status, body } = await send(registry, line, sent);
  assert.equal(status, 200, `${line}: ${JSON.stringify(body)}`);
}

/** Versions are staged and approved at two servers, also at the same time. */
async function stagedAtBoth(
  here: TestRegistry,
  there: TestRegistry,
  ada: Person & { key: string },
): Promise<void> {
  const { db } = here.services;
  const name = "@stages/hello";
  const { id: collectiveId } = await collective(here, ada, "stages");
  const other = await signUp(here, "rita");
  await join(here, ada, "stages", other, "admin");
  const olga = { ...ada, app: await enrolApp(here, ada.cookie) };
  const rita = { ...other, app: await enrolApp(here, other.cookie) };
  const next = async (registry: TestRegistry, n: number) => {
    // A code is good once: each version is decided in a minute of its own.
    there.clock.now = here.clock.now = new Date(here.clock.now.getTime() + 60_000);
    return await staged(registry, ada.key, { name, version: `2026.01.02.${n}` });
  };
  const both = async (looked: Looked) => {
    const answers = [decideByCode(here, olga, looked), decideByCode(there, rita, looked)];
    return (await Promise.all(answers)).map(({ status }) => status).sort();
  };
  const ask = async (rule: object) => {
    const approval = JSON.stringify({ rule: { ...RULE, ...rule } });
    await db.updateTable("collective").set({ approval }).where("id", "=", collectiveId).execute();
  };
  const state = async ({ id }: Looked) => (await read(there, olga, { id, checksum: "" })).state;

  const first = await next(here, 1);
  assert.equal((await decideByCode(there, rita, first)).status, 200);
  assert.deepEqual(await both(await next(there, 2)), [200, 409], "one of them publishes it");
  await ask({ count: 2 });
  const two = await next(here, 3);
  assert.deepEqual([await both(two), await state(two)], [[200, 200], "published"]);
  await ask({ embargoHours: 1 });
  const later = await next(there, 4);
  assert.equal((await decideByCode(here, olga, later)).status, 200);
  assert.equal(await state(later), "staged");
  await db.updateTable("staged_version").set({ publish_after: "2026-01-01" })
    .where("id", "=", later.id).execute();
  await Promise.all(
    [here, there, here, there].map(({ services }) => publishDue(services, later.id)),
  );
  const { published } = await db.selectFrom("audit_event")
    .select(({ fn }) => fn.countAll<number>().as("published"))
    .where("collective_id", "=", collectiveId).where("action", "=", "published")
    .executeTakeFirstOrThrow();
  assert.equal(Number(published), 4, "each version once");
  const { key } = await personalKey(here, other);
  const version = "2026.01.02.5";
  const answers = await Promise.all([
    stage(here, ada.key, { name, version }),
    stage(there, key, { name, version, readme: "# Another" }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
}

/** Three servers with the limits on, whose clocks stand still, asked as often as they can be. */
async function limited(fleet: Fleet): Promise<void> {
  const now = new Date("2026-01-02");
  const open = () => fleet.open({ SVC_RATE_LIMIT: "on" });
  const servers = [await open(), await open(), await open()];
  const passed = { address: 0, signUp: 0 };
  try {
    for (const server of servers) server.clock.now = now;
    await Promise.all(servers.map(async ({ services: { auth: { limits } } }) => {
      const anonymous = { kind: "anonymous" } as const;
      for (let tried = 0; tried < RATES.address.burst; tried++) {
        if (limits.passes(anonymous, "192.0.2.1")) passed.address++;
        else if (await passes(limits.address("192.0.2.1"))) passed.address++;
      }
      for (let tried = 0; tried < RATES.signUpAddress.burst; tried++) {
        if (await passes(limits.signUp("192.0.2.1"))) passed.signUp++;
      }
    }));
    assert.equal(passed.signUp, RATES.signUpAddress.burst);
    assert.equal(passed.address, RATES.address.burst);
    const { limits } = servers[0]!.services.auth;
    const forgive = await limits.signIn("ada", "192.0.2.1");
    for (let tried = 1; tried < RATES.signInAccountAtAddress.burst; tried++) {
      await servers[tried % 3]!.services.auth.limits.signIn("ada", "192.0.2.1");
    }
    await forgive();
    await servers[1]!.services.auth.limits.signIn("ada", "192.0.2.1");
    assert.ok(!await passes(servers[2]!.services.auth.limits.signIn("ada", "192.0.2.1")));
    // Half a minute refills one, whoever asks.
    for (const server of servers) server.clock.now = new Date(now.getTime() + 30_000);
    const again = await Promise.all(
      servers.map(({ services }) => passes(services.auth.limits.signUp("192.0.2.1"))),
    );
    assert.equal(again.filter(Boolean).length, 1);
  } finally {
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
}

async function passes(taking: void | Promise<unknown>): Promise<boolean> {
  try {
    await taking;
    return true;
  } catch (error) {
    assert.equal((error as { code?: string }).code, "rate_limited");
    return false;
  }
}

/** The line on which a server listens is cut, and what happens then is known to the others only. */
async function deaf(fleet: Fleet, other: TestRegistry): Promise<void> {
  await using link = openLink(fleet.postgres.port);
  await using server = await fleet.open({ SVC_DATABASE_LISTEN_URL: fleet.through(link.port) });
  const { following } = server.services;
  following.start();
  await following.look();
  const person = await signUp(other, "deaf");
  const { key } = await personalKey(other, person);
  const mine = async () => (await send(server, "GET /api/whoami", { bearer: key })).status;
  assert.deepEqual([await mine(), await mine()], [200, 200]);
  link.cut();
  await good(other, "POST /api/v1/auth/revoke", { bearer: key });
  // It may believe what it knows for a second.
  while (following.current()) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await mine(), 401);
  const heard = Promise.withResolvers<void>();
  server.services.events.on("store.changed", () => heard.resolve());
  link.restore();
  await heard.promise;
  // It counts for a second, which may be over on a busy machine.
  do await following.look(); while (!following.current());
}
