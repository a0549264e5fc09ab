import assert from "node:assert/strict";
import { sql } from "kysely";
import { cookieOf, send, signUp } from "../features/identity/testing.ts";
import { STORED_PASSKEY } from "../features/passkey/testing.ts";
import { IN_FOLDER } from "../testing/bucket.ts";
import { addCollective, addPerson } from "../testing/extensions/people.ts";
import { published } from "../testing/extensions/push.ts";
import { leaseJob, retryJob } from "../platform/jobs/lease.ts";
import { runAdmin } from "./run.ts";
import { ADMIN_COMMANDS } from "./table.ts";
import { besideServer } from "./testing/beside.ts";
import { isPostgres } from "../platform/store/engine.ts";

Deno.test("help names every command; what is not understood is refused with the way out and status 2", async () => {
  const help = await runAdmin([], {});
  for (const [name, { summary }] of Object.entries(ADMIN_COMMANDS)) {
    assert.ok(help.stdout.includes(`  ${name}`) && help.stdout.includes(summary));
    const own = await runAdmin([name, "--help"], {});
    assert.match(own.stdout, new RegExp(`^Usage: npm run admin -- ${name}`, "m"));
  }
  const refused = async (...args: string[]) => {
    const { code, stderr } = await runAdmin(args, {});
    assert.equal(code, 2);
    return stderr;
  };
  assert.match(await refused("bakup"), /Unknown command 'bakup'\nhint: Did you mean 'backup'\?/);
  assert.match(await refused("disable"), /'disable' needs <user>/);
  assert.match(await refused("users", "x"), /'users' does not take 'x'/);
  assert.match(await refused("check", "--fast"), /--fast/);
  assert.match(await refused("takedown", "@a/b"), /A takedown needs a reason/);
  assert.match(
    await refused("takedown", "hello", "--reason", "x"),
    /'hello' is not an extension name/,
  );
  const absent = await runAdmin(["users"], { SVC_DATA: "/no/such/folder" });
  assert.deepEqual([absent.code, absent.stderr], [
    1,
    "error: There is no database in /no/such/folder\n" +
    "hint: Set SVC_DATA to the server's data folder, as the server has it.\n",
  ]);
  const setting = await runAdmin(["users"], { SVC_DATTA: "x" });
  assert.match(setting.stderr, /SVC_DATTA: there is no such setting; did you mean SVC_DATA\?/);
});

Deno.test("a disabled account is out at once while the server serves, and in again when it is enabled", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const ada = await signUp(registry, "ada");
  const made = await send(registry, "POST /api/auth/api-key/create", {
    cookie: ada.cookie,
    headers: { origin: "http://registry.test" },
    body: { name: "laptop" },
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const who = async (how: { cookie?: string; bearer?: string }) =>
    (await send(registry, "GET /api/whoami", how)).status;
  const signIn = () =>
    send(registry, "POST /api/auth/sign-in/username", {
      body: { username: ada.username, password: ada.password },
    });
  const key = { bearer: made.body.key as string };
  const cookie = { cookie: ada.cookie };
  assert.deepEqual([await who(key), await who(cookie)], [200, 200]);

  const told = await json(0, "disable", "ada", "--reason", "asked to leave");
  assert.deepEqual([told.keys, told.sessions >= 1, told.tokens], [1, true, []]);
  assert.deepEqual([await who(key), await who(cookie)], [401, 401]);
  const refused = await signIn();
  assert.deepEqual([refused.status, refused.body.error], [403, "This account is disabled"]);
  const wrong = await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: ada.username, password: "not the password" },
  });
  assert.equal(wrong.body.code, "invalid_credentials", "who cannot sign in learns nothing");
  const [line] = (await json(0, "users")).users;
  assert.deepEqual([line.username, line.disabledReason, line.sessions], [
    "ada",
    "asked to leave",
    0,
  ]);
  assert.equal((await json(1, "disable", "ada")).code, "conflict");
  assert.match((await json(1, "disable", "adda")).hint, /Did you mean 'ada'/);

  await json(0, "enable", "ada");
  assert.deepEqual([await who(key), await who(cookie)], [200, 401]);
  const again = await signIn();
  assert.equal(again.status, 200);
  assert.equal(await who({ cookie: cookieOf(again.headers) }), 200);
  assert.equal((await json(1, "enable", "ada")).code, "conflict");
});

Deno.test("lost factors are removed by the operator; then the password alone signs in", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const { db } = registry.services;
  const ada = await signUp(registry, "ada");
  assert.equal((await json(1, "remove-factor", "ada")).code, "conflict");
  const user_id = ada.id;
  const addTotp = () =>
    db.insertInto("totp").values({
      user_id,
      secret: "sealed",
      added_at: new Date().toISOString(),
      last_step: 0,
      failures: 0,
      locked_until: null,
    }).execute();
  const addPasskey = () =>
    db.insertInto("passkey").values({ ...STORED_PASSKEY, user_id }).execute();
  const signIn = async () =>
    (await send(registry, "POST /api/auth/sign-in/username", {
      body: { username: "ada", password: ada.password },
    })).status;
  for (const added of [[addTotp], [addPasskey], [addTotp, addPasskey]]) {
    await db.deleteFrom("account_hold").execute();
    for (const add of added) await add();
    await db.insertInto("recovery_code")
      .values({ code_hash: "hash", user_id, created_at: new Date().toISOString() }).execute();
    assert.equal(await signIn(), 401);
    assert.deepEqual(await json(0, "remove-factor", "ada"), { username: "ada", removed: true });
    assert.equal(await signIn(), 200);
    const told = await db.selectFrom("audit_event").select(["action", "credential"])
      .where("action", "in", ["factor.removed", "hold.begun"]).orderBy("action").execute();
    assert.deepEqual(
      told.map(({ action, credential }) => `${action} ${credential}`),
      ["factor.removed operator", "hold.begun operator"],
    );
    await db.deleteFrom("audit_event").execute();
    assert.deepEqual(await db.selectFrom("recovery_code").selectAll().execute(), []);
  }
  const key = await send(registry, "POST /api/auth/api-key/create", {
    cookie: ada.cookie,
    body: { name: "test" },
  });
  assert.equal(key.body.code, "account_on_hold");
  assert.equal(
    (await send(registry, "DELETE /api/v1/account/hold", { cookie: ada.cookie })).status,
    200,
  );
  assert.equal(await signIn(), 401, "what was removed is back");
  assert.equal((await db.selectFrom("passkey").select("id").execute()).length, 1);
  assert.equal((await db.selectFrom("totp").select("user_id").execute()).length, 1);
  assert.equal((await json(1, "remove-factor", "nobody")).code, "not_found");
});

Deno.test("a reset link is printed for the operator to hand over, works once, and ends with a disabled account", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const ada = await signUp(registry, "ada");
  const link = async () => {
    const { url } = await json(0, "reset-password", "ada");
    const { origin, pathname, search } = new URL(url);
    assert.equal(origin, "http://localhost:8787");
    return pathname + search;
  };
  const opens = async (path: string) => {
    const text = await (await registry.request(path)).text();
    return text.includes('name="password"');
  };
  const path = await link();
  assert.equal(await opens(path), true);
  await json(0, "disable", ada.username);
  await json(0, "enable", ada.username);
  assert.equal(await opens(path), false, "what was handed out before ends with the account");
  assert.equal(await opens(await link()), true);
  assert.equal((await json(1, "reset-password", "nobody")).code, "not_found");
});

Deno.test("what is taken down is found, read and pulled by nobody, by no earlier address, until it is reinstated", async () => {
  await using beside = await besideServer({ environment: IN_FOLDER });
  const { registry, json } = beside;
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "owner" });
  const name = "@acme/hello";
  for (const version of ["2026.01.02.1", "2026.01.02.2"]) {
    await published(registry, key, { version, readme: `# Bait ${version}\n` });
  }
  const read = async (path: string, bearer?: string) =>
    await send(registry, `GET /api/v1/extensions/${name}${path}`, bearer ? { bearer } : {});
  const address = async (version: string) => {
    const answer = await registry.request(`/api/v1/extensions/${name}@${version}/download`);
    await answer.body?.cancel();
    return answer.headers.get("location");
  };
  const status = async (path: string) => {
    const answer = await registry.request(path);
    await answer.body?.cancel();
    return answer.status;
  };
  const found = async () =>
    (await send(registry, "GET /api/v1/extensions/search?q=hello")).body.extensions.length;
  const latest = async () => (await read("/latest")).body.latestVersion;
  const before = (await address("2026.01.02.2"))!;
  assert.equal(await found(), 1);
  // Twice, so that the archive is kept.
  assert.deepEqual([await status(before), await status(before)], [200, 200]);
  assert.equal(await latest(), "2026.01.02.2");

  await json(0, "takedown", `${name}@2026.01.02.2`, "--reason", "steals tokens");
  assert.equal(await latest(), "2026.01.02.1");
  assert.deepEqual([await status(before), await address("2026.01.02.2")], [404, null]);
  assert.equal(await status((await address("2026.01.02.1"))!), 200);
  const unyank = await send(registry, `POST /api/v1/extensions/${name}@2026.01.02.2/unyank`, {
    bearer: key,
    body: {},
  });
  assert.equal(unyank.body.code, "taken_down", "it is the operator's to bring back");

  const page = async () => await (await registry.request(`/extensions/${name}`)).text();
  assert.match(await page(), /Bait 2026\.01\.02\.1/);
  await json(0, "takedown", `${name}@2026.01.02.1`, "--reason", "steals tokens");
  assert.doesNotMatch(await page(), /Bait/, "nor is the last one's README shown");
  await json(0, "reinstate", `${name}@2026.01.02.1`);

  await json(0, "takedown", name, "--reason", "steals tokens");
  for (const bearer of [undefined, key]) {
    const gone = await read("", bearer);
    assert.deepEqual(
      [gone.status, gone.body.error.replace(/\d{4}-\d\d-\d\d/, "DAY")],
      [410, `${name} was taken down on DAY (steals tokens)`],
    );
  }
  assert.equal(await found(), 0);
  assert.equal(await status(`/extensions/${name}`), 410);
  assert.equal(await address("2026.01.02.1"), null);
  assert.equal((await json(1, "takedown", name, "--reason", "x")).code, "conflict");

  await json(0, "reinstate", name);
  await json(0, "reinstate", `${name}@2026.01.02.2`);
  assert.equal(await latest(), "2026.01.02.2");
  assert.equal((await read("")).body.yankedAt ?? null, null);
  assert.equal(await status((await address("2026.01.02.2"))!), 200);
  const events = await registry.services.db.selectFrom("audit_event").select(["action", "details"])
    .where("credential", "=", "operator").orderBy("at").execute();
  assert.deepEqual(events.map(({ action }) => action).sort(), [
    ...["reinstated", "reinstated", "reinstated", "taken_down", "taken_down", "taken_down"],
  ]);
});

Deno.test("check finds what is out of step or open to others, says how to fix it, and reindex fixes the search", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const { services } = registry;
  await addCollective(services, "acme");
  await published(registry, await addPerson(services, "ada", { acme: "member" }));
  assert.equal((await json(0, "check")).ok, true);

  await sql`delete from search_entry`.execute(services.db);
  await sql`insert into search_entry (number, contents) values (4711, '')`.execute(services.db);
  await Deno.chmod(services.folder.root, 0o755);
  // Postgres breaks no reference.
  const embedded = !isPostgres(services.db);
  if (embedded) {
    await sql`pragma foreign_keys = off`.execute(services.db);
    await sql`update extension_version set extension_id = 'gone'`.execute(services.db);
  }
  const failing = async () =>
    ((await json(1, "check")).findings as { check: string; status: string; hint: string }[])
      .filter(({ status }) => status === "failing");
  const found = await failing();
  const expected = [...embedded ? ["references"] : [], "search", "modes"];
  assert.deepEqual(found.map(({ check }) => check), expected);
  assert.match(found.at(-2)!.hint, /admin -- reindex/);
  assert.match(found.at(-1)!.hint, /^Run: chmod go= /);

  const { id } = await services.db.selectFrom("extension").select("id").executeTakeFirstOrThrow();
  await sql`update extension_version set extension_id = ${id}`.execute(services.db);
  await Deno.chmod(services.folder.root, 0o700);
  assert.deepEqual(await json(0, "reindex"), { extensions: 1, removed: 1 });
  assert.equal((await json(0, "check")).ok, true);
});

Deno.test("log key names the registry's address, and says so where that is not set", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const key = async (name: string, env: Record<string, string>) =>
      (await runAdmin(["log", "key", `${folder}/${name}`], env)).stdout;
    const named = await key("a", { SVC_BASE_URL: "https://svc.example.org" });
    assert.match(named, /\nsvc\.example\.org\/log\+\S+\n$/);
    const local = await key("b", {});
    assert.match(
      local,
      /\nlocalhost:8787\/log\+\S+\nSVC_BASE_URL is not set: it is the line of http:\/\/localhost:8787\.\n$/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("check warns of passkeys that belong to another host than SVC_BASE_URL's", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const { db } = registry.services;
  const { id: user_id } = await signUp(registry, "ada");
  const found = async () => {
    const { ok, findings } = await json(0, "check");
    assert.equal(ok, true, "a warning");
    return findings.find(({ check }: { check: string }) => check === "passkeys");
  };
  await db.insertInto("passkey").values({ ...STORED_PASSKEY, user_id, rp_id: "localhost" })
    .execute();
  assert.equal((await found()).status, "ok");
  await db.updateTable("passkey").set({ rp_id: "old.example" }).execute();
  const { status, message, hint } = await found();
  assert.equal(status, "warning");
  assert.match(message, /^1 of old\.example does not work at http:\/\/localhost:8787/);
  assert.match(hint, /SVC_BASE_URL/);
});

Deno.test("jobs are listed by state with their last error, retried and dropped", async () => {
  await using beside = await besideServer();
  const { registry, json, admin } = beside;
  const { services, clock } = registry;
  const add = (subject: string) => services.jobs.add(services.db, "audit", subject, services.now());
  for (const subject of ["one", "two"]) await add(subject);
  const job = (await leaseJob(services.db, services.now(), "audit"))!;
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000);
  await retryJob(services.db, job, new Error("no\u001b[31m answer"), services.now());
  const listed = await json(0, "jobs");
  const states = listed.jobs.map(({ subject, state }: Record<string, string>) => [subject, state]);
  assert.deepEqual(states, [[job.subject, "dead"], [
    job.subject === "one" ? "two" : "one",
    "waiting",
  ]]);
  assert.deepEqual(listed.counts.map(({ state, jobs }: Record<string, string>) => [state, jobs]), [
    ["dead", 1],
    ["waiting", 1],
  ]);
  const { stdout } = await admin("jobs");
  assert.match(stdout, /audit +dead +1 +\S+ +no\S+\[31m answer/);
  assert.ok(!stdout.includes("\u001b"));

  await json(0, "jobs", "retry", job.id);
  const counts = async () => (await json(0, "jobs")).counts;
  assert.deepEqual(await counts(), [{ kind: "audit", state: "waiting", jobs: 2 }]);
  await json(0, "jobs", "drop", job.id);
  assert.deepEqual(await counts(), [{ kind: "audit", state: "waiting", jobs: 1 }]);
  assert.equal((await json(1, "jobs", "drop", job.id)).code, "not_found");
  assert.equal((await json(2, "jobs", "stop", job.id)).code, "usage");
});
