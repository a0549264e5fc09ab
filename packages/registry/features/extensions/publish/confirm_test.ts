import assert from "node:assert/strict";
import type { ConfirmResponse, ExtensionInfo, LatestResponse } from "@svc/core/wire";
import type { Services } from "../../../access/services.ts";
import { testRegistry } from "../../../testing.ts";
import { refuseWrites } from "../../../testing/engine.ts";
import { packageOf } from "../../../testing/extensions/package.ts";
import { addCollective, addPerson, addToken } from "../../../testing/extensions/people.ts";
import { announcementOf, published, push, send, upload } from "../../../testing/extensions/push.ts";

async function acme(fetch?: typeof globalThis.fetch) {
  const registry = await testRegistry(fetch ? { fetch } : {});
  await addCollective(registry.services, "acme");
  await addCollective(registry.services, "other");
  const key = await addPerson(registry.services, "ada", { acme: "member" });
  return { registry, key };
}

/** A code host where every repository is public. */
const publicHost: typeof fetch = (input) => {
  const path = new URL(String(input)).pathname.split("/");
  return Promise.resolve(Response.json({
    private: false,
    visibility: "public",
    full_name: path.slice(-2).join("/"),
    html_url: `https://github.com/${path.slice(-2).join("/")}`,
  }));
};

Deno.test("a push returns the scorecard, and the version is readable and searchable at once", async () => {
  const { registry, key } = await acme(publicHost);
  await using _ = registry;
  const answer = await published(registry, key, {
    manifest: { repository: "https://github.com/acme/hello" },
  });
  assert.equal(answer.alreadyPublished, false);
  assert.equal(answer.channel, "stable");
  assert.deepEqual(
    answer.scorecard.factors.filter((factor) => factor.outcome !== "passed"),
    [],
  );
  assert.deepEqual([answer.scorecard.earnedPoints, answer.scorecard.maxPoints], [14, 14]);

  const latest = await (await registry.request("/api/v1/extensions/%40acme%2Fhello/latest"))
    .json() as LatestResponse;
  assert.equal(latest.latestVersion, "2026.01.02.1");
  assert.equal(latest.latestVersionDetail.checksum, answer.checksum);
  assert.equal(latest.latestVersionDetail.models[0]!.type, "@acme/hello");

  const info = await (await registry.request("/api/v1/extensions/@acme/hello"))
    .json() as ExtensionInfo;
  assert.equal(info.repositoryVerified, true);
  assert.deepEqual(info.score, {
    percentage: 100,
    grade: "A",
    uncheckedPoints: 0,
    maxPoints: 14,
  });
  assert.deepEqual(info.author, { kind: "person", username: "ada", displayName: "ada" });

  const found = await (await registry.request("/api/v1/extensions/search?q=hello")).json();
  assert.equal(found.meta.total, 1);
  assert.equal(found.extensions[0].name, "@acme/hello");
});

Deno.test("the download redirects to the exact bytes that were uploaded", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const { checksum } = await published(registry, key);
  const path = "/api/v1/extensions/%40acme%2Fhello@2026.01.02.1";
  const redirect = await registry.request(`${path}/download`);
  assert.equal(redirect.status, 302);
  const location = redirect.headers.get("location")!;
  const { bucket, baseUrl } = registry.services.config;
  assert.equal(new URL(location).origin, new URL(bucket?.address ?? baseUrl).origin);
  const archive = await registry.request(location);
  const bytes = new Uint8Array(await archive.arrayBuffer());
  assert.deepEqual(bytes, await packageOf());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  assert.equal(digest, checksum);
  assert.equal((await (await registry.request(`${path}/checksum`)).json()).checksum, checksum);
});

Deno.test("an upload that is exchanged once it was analysed is not what gets published", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const { services } = registry;
  const analysed = announcementOf();
  assert.equal((await upload(registry, key, analysed, await packageOf())).status, 200);
  const other = await packageOf({ readme: "# Other bytes" });
  const { analyst } = services;
  services.analyst = {
    ...analyst,
    async open(path, asked) {
      const opened = await analyst.open(path, asked);
      await Deno.writeFile(path, other);
      return opened;
    },
  };
  const answer = await send(registry, "POST", "/api/v1/extensions/confirm", key, analysed);
  assert.deepEqual([answer.status, (await answer.json()).code], [409, "conflict"]);
  assert.deepEqual(await services.db.selectFrom("extension_version").selectAll().execute(), []);
  assert.deepEqual(await services.db.selectFrom("archive").selectAll().execute(), []);
});

Deno.test("an upload that is exchanged while an archive is repaired does not take its place", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const { services } = registry;
  const { checksum } = await published(registry, key);
  const { blobs, uploads } = services;
  const again = { ...announcementOf(), checksum };
  assert.equal((await upload(registry, key, again, await packageOf())).status, 200);
  const other = await packageOf({ readme: "# Other bytes" });
  let laid = "";
  services.uploads = {
    ...uploads,
    async lay(id, most) {
      const file = await uploads.lay(id, most);
      laid = file!.path;
      return file;
    },
  };
  services.blobs = {
    ...blobs,
    async check() {
      await Deno.writeFile(laid, other);
      return "damaged";
    },
  };
  const answer = await send(registry, "POST", "/api/v1/extensions/confirm", key, announcementOf());
  assert.equal(answer.status, 409);
  assert.equal(await blobs.check(checksum), "whole");
});

Deno.test("confirming the same bytes again changes nothing and says so", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const first = await published(registry, key);
  const again = await send(
    registry,
    "POST",
    "/api/v1/extensions/confirm",
    key,
    announcementOf(),
  );
  assert.equal(again.status, 200);
  const answer = await again.json() as ConfirmResponse;
  assert.deepEqual(answer, { ...first, alreadyPublished: true });
});

Deno.test("what fails behind the publication makes it neither a refusal nor one that nobody sees", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key);
  const latest = async () =>
    (await (await registry.request("/api/v1/extensions/@acme/hello/latest")).json()).latestVersion;
  assert.equal(await latest(), "2026.01.02.1");
  const next = announcementOf({ version: "2026.01.03.1" });
  assert.equal((await upload(registry, key, next, await packageOf(next))).status, 200);
  await refuseWrites(registry.services.db, "before update on upload", "database or disk is full");
  const confirm = async () => {
    const answer = await send(registry, "POST", "/api/v1/extensions/confirm", key, next);
    return [answer.status, (await answer.json()).alreadyPublished];
  };
  assert.deepEqual(await confirm(), [200, false]);
  assert.equal(await latest(), "2026.01.03.1");
  assert.deepEqual(await confirm(), [200, true]);
});

Deno.test("announcing a published version is 409 unless the checksum is the same", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const { checksum } = await published(registry, key);
  const announce = async (body: object) =>
    (await send(registry, "POST", "/api/v1/extensions/push", key, body)).status;
  assert.equal(await announce(announcementOf()), 409);
  assert.equal(await announce({ ...announcementOf(), checksum: "0".repeat(64) }), 409);
  assert.equal(await announce({ ...announcementOf(), checksum }), 200);
});

Deno.test("of many concurrent confirms with different bytes one version wins, whole", async () => {
  const { registry } = await acme();
  await using _ = registry;
  const people = await Promise.all(
    Array.from(
      { length: 6 },
      (_, n) => addPerson(registry.services, `p${n}er`, { acme: "member" }),
    ),
  );
  for (const [n, key] of people.entries()) {
    const bytes = await packageOf({ readme: `# Number ${n}` });
    assert.equal((await upload(registry, key, announcementOf(), bytes)).status, 200);
  }
  const answers = await Promise.all(
    people.map((key) =>
      send(registry, "POST", "/api/v1/extensions/confirm", key, announcementOf())
    ),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409, 409, 409]);
  const rows = await registry.services.db.selectFrom("extension_version").selectAll().execute();
  assert.equal(rows.length, 1);
  const winner = answers.findIndex((answer) => answer.status === 200);
  assert.equal(rows[0]!.readme, `# Number ${winner}`);
  const events = await registry.services.db.selectFrom("audit_event").selectAll().execute();
  assert.deepEqual(events.map((event) => [event.action, event.credential]), [
    ["published", "personalKey"],
  ]);
});

Deno.test("a collective token with extensions:push publishes for its collective alone", async () => {
  const { registry } = await acme();
  await using _ = registry;
  const token = await addToken(registry.services, "acme", ["extensions:push"]);
  const answer = await published(registry, token);
  const info = await (await registry.request("/api/v1/extensions/@acme/hello")).json();
  assert.deepEqual(info.author, { kind: "collective", username: "acme", displayName: "acme" });
  assert.equal(answer.name, "@acme/hello");
  const foreign = await push(registry, token, { name: "@other/hello" });
  assert.equal(foreign.status, 403);
  const reader = await addToken(registry.services, "acme", ["extensions:read"]);
  const refused = await push(registry, reader, { version: "2026.01.02.2" });
  assert.equal(refused.status, 403);
  assert.deepEqual(Object.keys(await refused.json()), ["error"]);
});

Deno.test("an outsider may not push, and cannot tell a private collective from none", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await addCollective(registry.services, "hidden", { private: true });
  assert.equal((await push(registry, key, { name: "@other/hello" })).status, 403);
  const hidden = await push(registry, key, { name: "@hidden/hello" });
  const absent = await push(registry, key, { name: "@absent/hello" });
  assert.equal(hidden.status, 404);
  assert.equal(absent.status, 404);
  const told = (await hidden.text()).replaceAll("hidden", "absent");
  assert.equal(told, await absent.text(), "the same but for the name that was asked for");
});

Deno.test("an archive that is not what was announced is refused with its rule", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const confirmWith = async (bytes: Uint8Array<ArrayBuffer>, more: { checksum?: string } = {}) => {
    registry.clock.now = new Date(registry.clock.now.getTime() + 1);
    const uploaded = await upload(registry, key, { ...announcementOf(), ...more }, bytes);
    await uploaded.body?.cancel();
    const answer = await send(
      registry,
      "POST",
      "/api/v1/extensions/confirm",
      key,
      announcementOf(),
    );
    return [answer.status, (await answer.json()).code];
  };
  assert.deepEqual(await confirmWith(await packageOf({ name: "@acme/another" })), [
    400,
    "rule_refused",
  ]);
  assert.deepEqual(await confirmWith(await packageOf({ version: "2026.01.03.1" })), [
    400,
    "rule_refused",
  ]);
  assert.deepEqual(await confirmWith(await packageOf({ type: "@other/hello" })), [
    400,
    "rule_refused",
  ]);
  assert.deepEqual(
    await confirmWith(await packageOf({ source: "export const x: unknown = eval('1');\n" })),
    [400, "archive_unsafe"],
  );
  assert.deepEqual(await confirmWith(new TextEncoder().encode("not gzip")), [
    400,
    "archive_invalid",
  ]);
  assert.deepEqual(await confirmWith(await packageOf(), { checksum: "0".repeat(64) }), [
    409,
    "checksum_mismatch",
  ]);
  const rows = await registry.services.db.selectFrom("extension").select("id").execute();
  assert.deepEqual(rows, []);
});

Deno.test("a confirmation without an upload is 409, and after the upload's time too", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  const confirm = async () => {
    const answer = await send(
      registry,
      "POST",
      "/api/v1/extensions/confirm",
      key,
      announcementOf(),
    );
    return [answer.status, (await answer.json()).code];
  };
  assert.deepEqual(await confirm(), [409, "upload_missing"]);
  await upload(registry, key, announcementOf(), await packageOf());
  registry.clock.now = new Date(registry.clock.now.getTime() + 16 * 60_000);
  assert.deepEqual(await confirm(), [409, "upload_missing"]);
});

Deno.test("metadata comes from the newest version, not from an older one pushed later", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key, {
    version: "2026.02.01.1",
    manifest: { description: "new", license: "MIT" },
  });
  await published(registry, key, {
    version: "2026.01.01.1",
    manifest: { description: "old", license: "ISC" },
  });
  const info = await (await registry.request("/api/v1/extensions/@acme/hello")).json();
  assert.deepEqual([info.description, info.license, info.latestVersion], [
    "new",
    "MIT",
    "2026.02.01.1",
  ]);
});

/** Transactions that are committed, and of whose commit nobody hears. */
function losingAnswers<Builder extends ReturnType<Services["db"]["transaction"]>>(
  builder: Builder,
): Builder {
  const execute: Builder["execute"] = async (work) => {
    await builder.execute(work);
    throw new Error("the connection was lost");
  };
  const setIsolationLevel: Builder["setIsolationLevel"] = (level) =>
    losingAnswers(builder.setIsolationLevel(level));
  return Object.assign(Object.create(builder), { execute, setIsolationLevel });
}

Deno.test("a version is shown at once also when the answer to its commit was lost", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key);
  const path = "/api/v1/extensions/@acme/hello/latest";
  const latest = async () =>
    (await (await registry.request(path)).json() as LatestResponse).latestVersion;
  assert.equal(await latest(), "2026.01.02.1");
  const next = { version: "2026.01.03.1" };
  const announcement = announcementOf(next);
  await (await upload(registry, key, announcement, await packageOf(next))).body?.cancel();
  const { db } = registry.services;
  const transaction = db.transaction.bind(db);
  db.transaction = () => losingAnswers(transaction());
  const answer = await send(registry, "POST", "/api/v1/extensions/confirm", key, announcement);
  db.transaction = transaction;
  assert.deepEqual([answer.status, (await answer.json()).alreadyPublished], [200, true]);
  assert.equal(await latest(), "2026.01.03.1");
});

Deno.test("a full disk is a refusal that changes nothing", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await upload(registry, key, announcementOf(), await packageOf());
  const broken = registry.services.blobs;
  registry.services.blobs = {
    ...broken,
    put: () => Promise.reject(new Error("No space left on device (os error 28)")),
  };
  const answer = await send(registry, "POST", "/api/v1/extensions/confirm", key, announcementOf());
  assert.equal(answer.status, 507);
  assert.equal((await answer.json()).code, "storage_full");
  registry.services.blobs = broken;
  assert.equal((await registry.request("/api/v1/extensions/@acme/hello")).status, 404);
  const again = await send(registry, "POST", "/api/v1/extensions/confirm", key, announcementOf());
  assert.equal(again.status, 200);
});
