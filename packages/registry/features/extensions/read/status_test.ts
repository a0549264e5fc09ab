import assert from "node:assert/strict";
import type { ExtensionStatus } from "@svc/core/wire";
import { LIMITS } from "@svc/core/limit";
import { testRegistry } from "../../../testing.ts";
import { addCollective, addPerson, addToken } from "../../../testing/extensions/people.ts";
import { published, send } from "../../../testing/extensions/push.ts";

Deno.test("status tells of several extensions and versions at once their state", async (test) => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  await addCollective(services, "secret", { private: true });
  const admin = await addPerson(services, "ada", { acme: "admin", secret: "admin" });
  const push = (name: string, version: string, channel?: "beta") =>
    published(registry, admin, { name, version, ...(channel ? { channel } : {}) });
  await push("@acme/hello", "2026.01.01.1");
  await push("@acme/hello", "2026.01.02.1");
  await push("@acme/hello", "2026.01.03.1", "beta");
  await push("@acme/old", "2026.01.01.1");
  await push("@secret/one", "2026.01.01.1");
  const change = (path: string, body: unknown) =>
    send(registry, "POST", `/api/v1/extensions/${path}`, admin, body);
  await change("%40acme%2Fhello@2026.01.01.1/yank", { reason: "leaks a token" });
  await change("%40acme%2Fold/deprecate", { reason: "old", supersededBy: "@acme/hello" });

  const ask = async (query: string, key?: string) => {
    const path = `/api/v1/extensions/status?${query}`;
    const response = await send(registry, "GET", path, key);
    return { status: response.status, body: await response.json() };
  };
  const all = "extension=@acme/hello@2026.01.01.1&extension=@acme/old@2025.01.01.1" +
    "&extension=@secret/one&extension=@acme/nothing";
  const names = (body: { extensions: ExtensionStatus[] }) =>
    body.extensions.map(({ name }) => name);

  await test.step("newest of each channel, yanked and deprecated with their reasons", async () => {
    const { body } = await ask(all);
    const [hello, old] = body.extensions as ExtensionStatus[];
    assert.deepEqual(hello!.latest, {
      stable: "2026.01.02.1",
      rc: null,
      beta: "2026.01.03.1",
    });
    assert.deepEqual([hello!.installed!.yankReason, hello!.installed!.channel], [
      "leaks a token",
      "stable",
    ]);
    assert.ok(hello!.installed!.yankedAt);
    assert.deepEqual(
      [old!.installed, old!.deprecationReason, old!.supersededBy],
      [null, "old", "@acme/hello"],
      "a version that was never published is none",
    );
  });

  await test.step("a private extension is there for members and tokens that may read it only", async () => {
    assert.deepEqual(names((await ask(all)).body), ["@acme/hello", "@acme/old"]);
    assert.deepEqual(names((await ask("extension=@secret/one", admin)).body), ["@secret/one"]);
    const reading = await addToken(services, "secret", ["extensions:read"]);
    const other = await addToken(services, "secret", ["extensions:push"]);
    assert.deepEqual(names((await ask("extension=@secret/one", reading)).body), ["@secret/one"]);
    assert.deepEqual(names((await ask("extension=@secret/one", other)).body), []);
  });

  await test.step("publishedBefore leaves out what is younger", async () => {
    const id = (await services.db.selectFrom("extension").select("id")
      .where("name", "=", "@acme/hello").executeTakeFirstOrThrow()).id;
    await services.db.updateTable("extension_version")
      .set({ published_at: "2026-01-10T00:00:00.000Z" } as never)
      .where("extension_id", "=", id).where("version", "in", ["2026.01.01.1", "2026.01.02.1"])
      .execute();
    const eligible = async (instant: string) =>
      (await ask(`extension=@acme/hello&publishedBefore=${instant}`)).body.extensions[0].eligible;
    const stable = { stable: "2026.01.02.1", rc: null, beta: null };
    assert.deepEqual(await eligible("2026-01-10T00:00:00Z"), stable, "the beta is younger");
    assert.deepEqual(await eligible("2026-01-09T23:59:59Z"), { ...stable, stable: null });
  });

  await test.step("what is not a name or version, nothing and too many are refused", async () => {
    const many = Array.from({ length: LIMITS.statusExtensions + 1 }, () => "extension=@a/b").join(
      "&",
    );
    const hostile = ["", "extension=hello", "extension=@acme/hello@latest", "extension=@a/b@../x"];
    for (const query of [...hostile, "extension=@a/b&publishedBefore=now", many]) {
      assert.equal((await ask(query)).status, 400, query.slice(0, 60));
    }
  });
});

Deno.test("known vulnerabilities of a version's dependencies stand in its status", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  const admin = await addPerson(services, "ada", { acme: "admin" });
  await published(registry, admin, { name: "@acme/hello", version: "2026.01.01.1" });
  const audited = (outcome: string, blockers: string[], warnings: string[]) => ({
    ...{ name: "left", version: "1.0.0", registry: "npm", license: null, weeklyDownloads: null },
    ...{ lastPublishedAt: null, outcome, blockers, warnings },
  });
  const trust = {
    outcome: "failed",
    audited: [
      audited("failed", ["HIGH vulnerability GHSA-1: bad"], ["names no license"]),
      audited("passed", [], ["MEDIUM vulnerability GHSA-2"]),
      audited("error", ["could not be checked: no answer"], []),
    ],
  };
  await services.db.updateTable("extension_version").set({ trust: JSON.stringify(trust) })
    .execute();
  const response = await registry.request(
    "/api/v1/extensions/status?extension=@acme/hello@2026.01.01.1",
  );
  const { extensions: [{ installed }] } = await response.json();
  assert.deepEqual([installed.trust, installed.advisories], ["failed", [
    "npm:left@1.0.0: HIGH vulnerability GHSA-1: bad",
    "npm:left@1.0.0: MEDIUM vulnerability GHSA-2",
  ]]);
});
