import assert from "node:assert/strict";
import { installedPackage } from "./installed.ts";
import { unpackTar } from "modern-tar";
import { startNpm } from "./npm.ts";
import { integrityOf, tarballOf } from "./tarball.ts";

const modules = `${import.meta.dirname}/../../../node_modules`;

async function get(url: string, init?: RequestInit) {
  const response = await fetch(url, init);
  return [response.status, await response.json()] as const;
}

Deno.test("npm: the same content is the same tarball at any time", async () => {
  const tarball = await tarballOf("name", "1.0.0", { files: { "index.js": "1;" } });
  const zipped = new Blob([tarball]).stream().pipeThrough(new DecompressionStream("gzip"));
  const entries = await unpackTar(zipped);
  assert.equal(entries.length, 2);
  for (const { header } of entries) assert.equal(header.mtime?.getUTCFullYear(), 1985);
});

Deno.test("npm: a package document has what the registry's published form promises", async () => {
  await using npm = startNpm();
  npm.publish({
    name: "@scope/name",
    versions: {
      "1.0.0": { license: "MIT", publishedAt: "2026-01-01T00:00:00.000Z" },
      "1.1.0": { license: { type: "ISC" }, publishedAt: "2026-03-01T00:00:00.000Z" },
    },
    latest: "1.0.0",
    maintainers: ["ada", "bob"],
  });
  const [status, document] = await get(`${npm.url}/@scope%2fname`);
  assert.equal(status, 200);
  assert.equal(document._id, "@scope/name");
  assert.equal(document.name, "@scope/name");
  assert.deepEqual(document["dist-tags"], { latest: "1.0.0" });
  assert.deepEqual(document.maintainers, [
    { name: "ada", email: "ada@example.com" },
    { name: "bob", email: "bob@example.com" },
  ]);
  assert.deepEqual(document.time, {
    created: "2026-01-01T00:00:00.000Z",
    modified: "2026-03-01T00:00:00.000Z",
    "1.0.0": "2026-01-01T00:00:00.000Z",
    "1.1.0": "2026-03-01T00:00:00.000Z",
  });
  assert.equal(document.license, "MIT");
  for (const [version, release] of Object.entries<Record<string, unknown>>(document.versions)) {
    assert.equal(release.name, "@scope/name");
    assert.equal(release.version, version);
    assert.ok((release.dist as { tarball: string }).tarball.endsWith(`/-/name-${version}.tgz`));
  }
  assert.deepEqual(document.versions["1.1.0"].license, { type: "ISC" });
});

Deno.test("npm: deprecation is a message on the one version, and only on a published one", async () => {
  await using npm = startNpm();
  const release = { publishedAt: "2026-01-01T00:00:00.000Z" };
  npm.publish({ name: "old", versions: { "1.0.0": release, "2.0.0": release } });
  npm.deprecate("old", "1.0.0", "use 2");
  const [, { versions }] = await get(`${npm.url}/old`);
  assert.equal(versions["1.0.0"].deprecated, "use 2");
  assert.ok(!("deprecated" in versions["2.0.0"]));
  assert.throws(() => npm.deprecate("old", "3.0.0", "x"), /old@3\.0\.0 is not published/);
});

Deno.test("npm: a name that is not published is 404 as the registry says it", async () => {
  await using npm = startNpm();
  const missing = [404, { error: "Not found" }];
  assert.deepEqual(await get(`${npm.url}/none`), missing);
  npm.publish({ name: "a", versions: { "1.0.0": { publishedAt: "2026-01-01T00:00:00.000Z" } } });
  assert.equal((await get(`${npm.url}/a`))[0], 200);
  assert.deepEqual(await get(`${npm.url}/a`, { method: "PUT", body: "{}" }), missing);
});

Deno.test("npm: what was published wins over what is installed", async () => {
  await using npm = startNpm((name) => installedPackage(modules, name));
  const [, installed] = await get(`${npm.url}/zod`);
  assert.match(installed["dist-tags"].latest, /^\d+\.\d+\.\d+$/);
  npm.publish({ name: "zod", versions: { "0.0.1": { publishedAt: "2020-01-01T00:00:00.000Z" } } });
  assert.equal((await get(`${npm.url}/zod`))[1]["dist-tags"].latest, "0.0.1");
});

Deno.test("npm: an installed package is looked up by its name only, never by a path", async () => {
  for (const name of ["../package", "zod/../zod", "/etc", "@a/b/c", "", ".bin"]) {
    assert.equal(await installedPackage(modules, name), undefined, name);
  }
  const own = JSON.parse(await Deno.readTextFile(`${modules}/zod/package.json`));
  const zod = await installedPackage(modules, "zod");
  assert.deepEqual(Object.keys(zod!.versions), [own.version]);
  assert.equal(zod!.versions[own.version]!.license, own.license);
});

Deno.test("npm: a version with content is downloaded as npm packs it, under the digest it is listed with", async () => {
  await using npm = startNpm();
  const content = { manifest: { main: "a.js", dependencies: { b: "1" } }, files: { "a.js": "1" } };
  const release = { publishedAt: "2026-01-01T00:00:00.000Z", content };
  npm.publish({ name: "@s/a", versions: { "1.0.0": release } });
  const [, { versions: { "1.0.0": version } }] = await get(`${npm.url}/@s%2fa`);
  assert.deepEqual([version.main, version.dependencies], ["a.js", { b: "1" }]);
  const response = await fetch(version.dist.tarball);
  const tarball = new Uint8Array(await response.arrayBuffer());
  assert.equal(version.dist.integrity, await integrityOf(tarball));
  const tar = new Blob([tarball]).stream().pipeThrough(new DecompressionStream("gzip"));
  const entries = await unpackTar(tar);
  assert.deepEqual(entries.map(({ header }) => header.name), [
    "package/package.json",
    "package/a.js",
  ]);
});

Deno.test("npm: a private package is 404 for all but those with its token", async () => {
  await using npm = startNpm();
  const release = { publishedAt: "2026-01-01T00:00:00.000Z", content: {} };
  npm.publish({ name: "p", versions: { "1.0.0": release }, token: "t" });
  for (const path of ["p", "p/-/p-1.0.0.tgz"]) {
    const get = async (headers: Record<string, string>) => {
      const response = await fetch(`${npm.url}/${path}`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await get({}), 404);
    assert.equal(await get({ authorization: "Bearer other" }), 404);
    assert.equal(await get({ authorization: "Bearer t" }), 200);
  }
});
