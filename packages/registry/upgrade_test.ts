import assert from "node:assert/strict";
import { sql } from "kysely";
import { DatabaseSync } from "node:sqlite";
import { runAdmin } from "./admin/run.ts";
import { cookieOf, send } from "./features/identity/testing.ts";
import { MIGRATIONS } from "./migrations.ts";
import { hashPassword } from "./features/identity/password/hash.ts";
import { testRegistry } from "./testing.ts";
import { published } from "./testing/extensions/push.ts";
import { testEmbedded } from "./testing/engine.ts";

const FIXTURE = `${import.meta.dirname}/testing/first_release`;
const CHECKSUM = "38afc0acbf9e66a78984a14ea2be231bf4dd5f77f7b48f43a0efe59999d9bf16";
const KEY = "svc_e5faaa0e873f44cfd02e900fffb9d2c1";

/** The data folder of a registry of the first release. */
async function firstRelease(): Promise<string> {
  const data = await Deno.makeTempDir({ prefix: "svc-first-" });
  const shelf = `${data}/blobs/${CHECKSUM.slice(0, 2)}`;
  await Deno.mkdir(shelf, { recursive: true, mode: 0o700 });
  await Deno.chmod(`${data}/blobs`, 0o700);
  await Deno.copyFile(`${FIXTURE}/${CHECKSUM}.tar.gz`, `${shelf}/${CHECKSUM}`);
  const database = new DatabaseSync(`${data}/svc.db`);
  database.exec(await Deno.readTextFile(`${FIXTURE}/svc.sql`));
  database.close();
  await Deno.chmod(`${data}/svc.db`, 0o600);
  return data;
}

testEmbedded(
  "data of the first release is brought up to date: reads, sign-in, keys, search and publishing go on",
  async () => {
    const data = await firstRelease();
    try {
      const early = await runAdmin(["users", "--json"], { SVC_DATA: data });
      assert.equal(JSON.parse(early.stderr).error, "The database is from an older release");

      await using registry = await testRegistry({ environment: { SVC_DATA: data }, hashPassword });
      const ran = await sql<{ name: string }>`select name from kysely_migration order by name`
        .execute(registry.services.db);
      assert.deepEqual(ran.rows.map(({ name }) => name), Object.keys(MIGRATIONS));

      const archives = await sql<{ checksum: string; state: string }>`
      select checksum, state from archive`.execute(registry.services.db);
      assert.deepEqual(archives.rows.map(({ checksum, state }) => [checksum, state]), [
        [CHECKSUM, "named"],
      ]);

      const name = "@acme/hello";
      const info = await send(registry, `GET /api/v1/extensions/${name}`);
      assert.deepEqual([info.status, info.body.latestVersion], [200, "2026.11.21.1"]);
      const scorecard = await send(registry, `GET /api/v1/extensions/${name}/scorecard`);
      assert.equal(scorecard.status, 200, JSON.stringify(scorecard.body));
      const download = await registry.request(
        `/api/v1/extensions/${name}@2026.11.21.1/download`,
      );
      const archive = await registry.request(download.headers.get("location")!);
      const digest = await crypto.subtle.digest("SHA-256", await archive.arrayBuffer());
      assert.equal(new Uint8Array(digest).toHex(), CHECKSUM);
      const found = await send(registry, "GET /api/v1/extensions/search?q=hello");
      assert.equal(found.body.extensions.length, 1);
      const page = await registry.request(`/extensions/${name}`);
      assert.match(await page.text(), /2026\.11\.21\.1/);
      const issues = await send(registry, "GET /api/v1/lab/issues");
      assert.equal(issues.body.issues[0].title, "It greets nobody");

      const signedIn = await send(registry, "POST /api/auth/sign-in/username", {
        body: { username: "ada", password: "ada's long password" },
      });
      assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
      const cookie = cookieOf(signedIn.headers);
      const tokens = await send(registry, "GET /api/v1/collectives/acme/api-tokens", { cookie });
      assert.equal(tokens.body.tokens[0].name, "ci");

      const who = await send(registry, "GET /api/whoami", { bearer: KEY });
      assert.equal(who.body.username, "ada");
      await published(registry, KEY, { version: "2026.11.22.1" });
      const after = await send(registry, `GET /api/v1/extensions/${name}`);
      assert.equal(after.body.latestVersion, "2026.11.22.1");

      const checked = await runAdmin(["check"], { SVC_DATA: data });
      assert.equal(checked.code, 0, checked.stdout);
    } finally {
      await Deno.remove(data, { recursive: true });
    }
  },
);
