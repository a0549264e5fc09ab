import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { IN_FOLDER } from "../../../testing/bucket.ts";
import { type TestOptions, type TestRegistry, testRegistry } from "../../../testing.ts";
import { addCollective, addPerson, addToken } from "../../../testing/extensions/people.ts";
import { published, send } from "../../../testing/extensions/push.ts";

const NAME = "/api/v1/extensions/%40acme%2Fhello";

async function acme(options: TestOptions & { private?: boolean } = {}) {
  const registry = await testRegistry(options);
  await addCollective(registry.services, "acme", options);
  const key = await addPerson(registry.services, "ada", { acme: "admin" });
  return { registry, key };
}

async function names(registry: TestRegistry, query: string, key?: string): Promise<string[]> {
  const response = await send(registry, "GET", `/api/v1/extensions/search?${query}`, key);
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.extensions.map((entry: { name: string }) => entry.name);
}

Deno.test("an unchanged public read is 304, and a change is seen at once in spite of every cache", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key);
  for (const path of ["", "/latest", "/scorecard"]) {
    const first = await registry.request(NAME + path);
    assert.match(first.headers.get("cache-control")!, /^public, max-age=0, must-revalidate/);
    const etag = first.headers.get("etag")!;
    const conditional = { headers: { "if-none-match": `W/"other", ${etag}` } };
    const second = await registry.request(NAME + path, conditional);
    assert.deepEqual([second.status, await second.text()], [304, ""]);
  }
  await published(registry, key, { version: "2026.01.03.1" });
  const latest = await (await registry.request(`${NAME}/latest`)).json();
  assert.equal(latest.latestVersion, "2026.01.03.1");
  assert.equal((await (await registry.request(NAME)).json()).latestVersion, "2026.01.03.1");
});

Deno.test("a bad credential is refused although the same read was answered to a stranger before", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key);
  const anonymous = async () => {
    const response = await registry.request(`${NAME}/latest`);
    return [response.status, await response.json(), [...response.headers].sort()];
  };
  assert.deepEqual(await anonymous(), await anonymous());
  const bad = await send(registry, "GET", `${NAME}/latest`, `svc_${"0".repeat(32)}`);
  assert.equal(bad.status, 401);
  const own = await send(registry, "GET", `${NAME}/latest`, key);
  assert.equal(own.headers.get("cache-control"), "private, no-cache");
  const other = await registry.request(`${NAME}/latest`, { method: "POST" });
  assert.equal(other.status, 405);
});

Deno.test("extensions of a private collective are as absent to outsiders: status, body and headers", async () => {
  const { registry, key } = await acme({ private: true });
  await using _ = registry;
  await published(registry, key);
  const outsider = await addPerson(registry.services, "eve");
  const token = await addToken(registry.services, "acme", ["extensions:push"]);
  const paths = ["", "/latest", "/versions", "/scorecard", "@2026.01.02.1/download"];
  for (const caller of [undefined, outsider, token]) {
    for (const path of paths) {
      const answer = async (name: string) => {
        const response = await send(registry, "GET", `/api/v1/extensions/${name}${path}`, caller);
        return [
          response.status,
          (await response.text()).replaceAll("nothere", "hello"),
          [...response.headers],
        ];
      };
      const hidden = await answer("%40acme%2Fhello");
      assert.equal(hidden[0], 404);
      assert.deepEqual(hidden, await answer("%40acme%2Fnothere"));
    }
    assert.deepEqual(await names(registry, "q=hello", caller), []);
  }
  const reader = await addToken(registry.services, "acme", ["extensions:read"]);
  for (const caller of [key, reader]) {
    for (const path of paths) {
      const response = await send(registry, "GET", NAME + path, caller);
      assert.ok(response.status === 200 || response.status === 302, `${path} ${response.status}`);
    }
    assert.deepEqual(await names(registry, "q=hello", caller), ["@acme/hello"]);
  }
});

Deno.test("a collective that turns private hides what was public a moment ago", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key);
  assert.equal((await registry.request(`${NAME}/latest`)).status, 200);
  const changed = await send(registry, "PATCH", "/api/v1/collectives/acme", key, { private: true });
  assert.equal(changed.status, 200);
  assert.equal((await registry.request(`${NAME}/latest`)).status, 404);
  assert.equal((await registry.request(NAME)).status, 404);
});

Deno.test("search ranks names, then whole words of names, then prefixes, then descriptions", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  for (
    const [name, description] of [
      ["@acme/described", "it can deploy things"],
      ["@acme/auto-deploy", "ships"],
      ["@acme/deployment", "ships"],
      ["@acme/deploy", "ships"],
    ] as const
  ) {
    await published(registry, key, { name, manifest: { description } });
  }
  const ranked = ["@acme/deploy", "@acme/auto-deploy", "@acme/deployment", "@acme/described"];
  assert.deepEqual(await names(registry, "q=deploy"), ranked);
  await send(registry, "POST", "/api/v1/extensions/%40acme%2Fdeploy/deprecate", key, {
    reason: "old",
  });
  assert.deepEqual(await names(registry, "q=deploy"), ranked, "its own name still finds it");
});

Deno.test("search finds a name by its last part first, written with spaces or hyphens", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  for (
    const name of ["@acme/s3", "@acme/s3-sync", "@acme/aws/s3", "@acme/s3fs", "@acme/data_sync"]
  ) {
    await published(registry, key, { name, manifest: { description: "s3 data sync" } });
  }
  const found = await names(registry, "q=s3");
  assert.deepEqual(found.slice(0, 2).sort(), ["@acme/aws/s3", "@acme/s3"]);
  assert.deepEqual(found.slice(2, 4), ["@acme/s3-sync", "@acme/s3fs"]);
  for (const typed of ["s3-sync", "s3 sync", "S3  Sync", "@acme/s3-sync", "sync s3"]) {
    const [first] = await names(registry, `q=${encodeURIComponent(typed)}`);
    assert.equal(first, "@acme/s3-sync", typed);
  }
  assert.equal((await names(registry, "q=data+sync"))[0], "@acme/data_sync");
});

Deno.test("search sorts by score and by pulls, and says both of each hit", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key, { name: "@acme/poor", readme: "" });
  await published(registry, key, { name: "@acme/rich", manifest: { license: "MIT" } });
  await registry.request("/api/v1/extensions/%40acme%2Fpoor@2026.01.02.1/download");
  await registry.services.pulls.flush();
  assert.deepEqual(await names(registry, "sort=score"), ["@acme/rich", "@acme/poor"]);
  assert.deepEqual(await names(registry, "sort=pulls"), ["@acme/poor", "@acme/rich"]);
  assert.deepEqual(await names(registry, "sort=score&q=hello"), ["@acme/rich", "@acme/poor"]);
  const response = await registry.request("/api/v1/extensions/search?sort=pulls");
  const [poor] = (await response.json()).extensions;
  assert.deepEqual([poor.pullCount, poor.permissions, poor.isPrivate], [1, {}, false]);
  const card = await registry.request("/api/v1/extensions/%40acme%2Fpoor/scorecard");
  const { percentage, grade } = await card.json();
  assert.deepEqual(poor.score, { percentage, grade, uncheckedPoints: 0, maxPoints: 14 });
});

Deno.test("facets count what the caller may see, each value as if its facet were not narrowed", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await addCollective(registry.services, "secret", { private: true });
  const olga = await addPerson(registry.services, "olga", { secret: "owner" });
  const facets = async (query: string, caller?: string) => {
    const path = `/api/v1/extensions/search?facets=true&${query}`;
    const { facets } = await (await send(registry, "GET", path, caller)).json();
    const plain = (counts: { value: string; count: number }[]) =>
      counts.map(({ value, count }) => `${value} ${count}`).join(", ");
    assert.equal(facets.exact, true);
    return [facets.label, facets.platform, facets.contentType, facets.collective].map(plain);
  };
  await published(registry, key, {
    name: "@acme/one",
    manifest: { labels: ["ci", "ci", "git"], platforms: ["linux"] },
  });
  await published(registry, key, { name: "@acme/two", manifest: { labels: ["ci"] } });
  await published(registry, olga, { name: "@secret/three", manifest: { labels: ["git"] } });

  assert.deepEqual(await facets(""), ["ci 2, git 1", "linux 2", "models 2", "acme 2"]);
  assert.deepEqual(await facets("", olga), [
    "ci 2, git 2",
    "linux 3",
    "models 3",
    "acme 2, secret 1",
  ]);
  assert.deepEqual(await facets("label=git", olga), [
    "git 2, ci 2",
    "linux 2",
    "models 2",
    "acme 1, secret 1",
  ]);
  assert.deepEqual(await facets("collective=secret"), ["", "", "", "acme 2"]);
  assert.deepEqual((await facets("platform=plan9"))[1], "plan9 1, linux 2");
  assert.deepEqual(
    await facets("collective=acme&platform=linux&label=ci&contentType=models&q=one"),
    [
      "ci 1, git 1",
      "linux 1",
      "models 1",
      "acme 1",
    ],
  );
  assert.deepEqual(await facets("q=%22%2A"), ["", "", "", ""]);
});

Deno.test("search filters combine, page, and take any text as words", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await addCollective(registry.services, "other");
  const other = await addPerson(registry.services, "olga", { other: "owner" });
  await published(registry, key, {
    name: "@acme/one",
    manifest: { platforms: ["linux"], labels: ["ci"] },
  });
  await published(registry, key, { name: "@acme/two", manifest: { platforms: ["darwin"] } });
  await published(registry, other, { name: "@other/three", channel: "beta" });
  assert.deepEqual(await names(registry, "sort=name"), ["@acme/one", "@acme/two"]);
  assert.deepEqual(await names(registry, "sort=name&channel=beta"), ["@other/three"]);
  assert.deepEqual(await names(registry, "sort=name&channel=beta&channel=stable&platform=linux"), [
    "@acme/one",
    "@other/three",
  ]);
  assert.deepEqual(await names(registry, "label=ci"), ["@acme/one"]);
  assert.deepEqual(await names(registry, "collective=other&channel=beta"), ["@other/three"]);
  assert.deepEqual(await names(registry, "contentType=vaults"), []);
  assert.deepEqual(await names(registry, "sort=name&perPage=1&page=2"), ["@acme/two"]);
  for (const hostile of ['"', "a OR b", "name:*", "one AND (", "';--", "*", "^one", "{one}"]) {
    await names(registry, `q=${encodeURIComponent(hostile)}`);
  }
  assert.deepEqual(await names(registry, "q=%22%2A"), []);
  const bad = await registry.request("/api/v1/extensions/search?perPage=0");
  assert.equal(bad.status, 400);
});

Deno.test("a pull is counted without a write per pull, and the count is not lost at the end", async () => {
  const { registry, key } = await acme();
  await using _ = registry;
  await published(registry, key);
  for (let pull = 0; pull < 5; pull++) {
    await registry.request(`${NAME}@2026.01.02.1/download`);
  }
  assert.equal((await (await registry.request(NAME)).json()).pullCount, 0);
  await registry.services.pulls.flush();
  assert.equal((await (await registry.request(NAME)).json()).pullCount, 5);
});

Deno.test("a signed address is good for its own archive, its purpose and its time", async () => {
  const { registry, key } = await acme({ environment: IN_FOLDER });
  await using _ = registry;
  await published(registry, key);
  const redirect = await registry.request(`${NAME}@2026.01.02.1/download`);
  const url = redirect.headers.get("location")!;
  const status = async (address: string, method = "GET") => {
    const response = await registry.request(address, { method });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await status(url), 200);
  assert.equal(await status(url, "HEAD"), 200);
  assert.equal(await status(url.replace(/[0-9a-f]{64}/, "0".repeat(64))), 403);
  assert.equal(await status(url.replace(/expires=\d+/, "expires=99999999999999")), 403);
  assert.equal(await status(url.replace(/signature=.*/, "signature=AAAA")), 403);
  assert.equal(await status(url.replace("/blobs/", "/uploads/"), "PUT"), 403);
  assert.equal(await status(url.replace("/blobs/", "/uploads/"), "POST"), 405);
  assert.equal(await status(url, "POST"), 405);
  registry.clock.now = new Date(registry.clock.now.getTime() + 11 * 60_000);
  assert.equal(await status(url), 410);
});

Deno.test("an upload larger than an archive may be is cut off and leaves no file", async () => {
  const { registry, key } = await acme({ environment: IN_FOLDER });
  await using _ = registry;
  const announced = await send(registry, "POST", "/api/v1/extensions/push", key, {
    name: "@acme/hello",
    version: "2026.01.02.1",
  });
  const { uploadUrl } = await announced.json();
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const response = await registry.request(uploadUrl, { method: "PUT", body: endless });
  const refused = await response.json();
  assert.deepEqual([response.status, refused.code], [413, "archive_too_large"]);
  assert.match(
    refused.hint,
    new RegExp(`${LIMITS.archive.packedBytes} bytes packed.*Leave generated`),
  );
  const empty = await registry.request(uploadUrl, { method: "PUT" });
  const nothing = await empty.json();
  assert.deepEqual([empty.status, nothing.code], [400, "archive_invalid"]);
  assert.match(nothing.hint, /svc extension push/);
  assert.ok(sent < LIMITS.archive.packedBytes + 1_000_000, `${sent} bytes were read`);
  assert.deepEqual([...Deno.readDirSync(registry.services.folder.uploads)], []);
});
