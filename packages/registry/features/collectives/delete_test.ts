import assert from "node:assert/strict";
import { published, push } from "../../testing/extensions/push.ts";
import { collective, personalKey, send, signUp, token } from "../identity/testing.ts";
import { testRegistry } from "../../testing.ts";

const NAME = "/api/v1/extensions/%40acme%2Fhello";
const EXACT = `${NAME}@2026.01.02.1`;

/** A collective with one published extension, deleted. */
async function deleted(settings: Record<string, unknown> = {}) {
  const registry = await testRegistry();
  const owner = await signUp(registry, "olga");
  await collective(registry, owner, "acme", settings);
  const { key } = await personalKey(registry, owner);
  const { key: bot } = await token(registry, owner, "acme", ["extensions:*"]);
  await published(registry, key);
  const checksum = (await send(registry, `GET ${EXACT}/checksum`, { bearer: key })).body.checksum;
  const gone = await send(registry, "POST /api/v1/collectives/acme/delete", {
    cookie: owner.cookie,
  });
  assert.equal(gone.status, 200);
  return { registry, key, bot, checksum };
}

Deno.test("a lockfile restores an exact version of a deleted collective's public extension", async () => {
  const { registry: made, checksum } = await deleted();
  await using registry = made;
  const download = await registry.request(`${EXACT}/download`);
  assert.equal(download.status, 302);
  assert.equal(download.headers.get("svc-yanked"), "true", "and is warned");
  const archive = await registry.request(download.headers.get("location")!);
  const bytes = await archive.bytes();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  assert.equal(hash, checksum, "the exact bytes the lockfile names");
  assert.equal((await send(registry, `GET ${EXACT}/checksum`)).body.checksum, checksum);
});

Deno.test("a deleted collective's extension is found by nobody who does not name its version", async () => {
  const { registry: made, key } = await deleted();
  await using registry = made;
  for (const path of ["", "/latest", "/versions", "/scorecard"]) {
    for (const sending of [{}, { bearer: key }]) {
      const { status } = await send(registry, `GET ${NAME}${path}`, sending);
      assert.ok(status === 404 || status === 410, `${path}: ${status}`);
    }
  }
  const search = await send(registry, "GET /api/v1/extensions/search?q=hello", { bearer: key });
  assert.equal(search.body.meta.total, 0);
});

Deno.test("a deleted private collective's extension is absent, also by exact version and to its last owner", async () => {
  const { registry: made, key } = await deleted({ private: true });
  await using registry = made;
  for (const sending of [{}, { bearer: key }]) {
    for (const path of ["/download", "/checksum"]) {
      assert.equal((await send(registry, `GET ${EXACT}${path}`, sending)).status, 404, path);
    }
  }
});

Deno.test("nothing is published to a deleted collective, by its last owner or its token", async () => {
  const { registry: made, key, bot } = await deleted();
  await using registry = made;
  assert.equal((await push(registry, key, { version: "2026.01.03.1" })).status, 404);
  assert.equal((await push(registry, bot, { version: "2026.01.03.1" })).status, 401);
});
