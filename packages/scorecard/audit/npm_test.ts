import assert from "node:assert/strict";
import type { Dependency } from "./dependencies.ts";
import { metadataOf, weeklyDownloadsOf } from "./npm.ts";
import type { AuditOptions } from "./options.ts";

const budget = new AbortController().signal;

/** The registry and the downloads API, which answer every question with one document. */
function answering(document: unknown) {
  const asked: string[] = [];
  const options = {
    fetch: ((url: string) => {
      asked.push(url);
      return Promise.resolve(Response.json(document));
    }) as typeof fetch,
    npmRegistryUrl: "https://npm.example",
    npmDownloadsUrl: "https://downloads.example",
  } as AuditOptions;
  return { asked, options };
}
const dependency = (requested: string, pinned?: string): Dependency => ({
  registry: "npm",
  name: "@scope/a",
  requested,
  ...(pinned === undefined ? {} : { pinned }),
});
const metadata = (document: unknown, requested = "1.0.0", pinned?: string) =>
  metadataOf(dependency(requested, pinned), answering(document).options, budget);
const released = (...versions: string[]) =>
  Object.fromEntries(versions.map((version) => [version, {}]));

Deno.test("npm: a package is asked about by its name, with the slash of its scope escaped", async () => {
  const { asked, options } = answering({ versions: released("1.0.0"), downloads: 3 });
  await metadataOf(dependency("1.0.0"), options, budget);
  await weeklyDownloadsOf("@scope/a", options, budget);
  assert.deepEqual(asked, [
    "https://npm.example/@scope%2fa",
    "https://downloads.example/downloads/point/last-week/@scope/a",
  ]);
});

Deno.test("npm: a range stands for latest where latest is in it, else for the highest in it", async () => {
  const document = {
    "dist-tags": { latest: "1.2.0", next: "2.0.0-rc.1" },
    versions: released("1.2.0", "1.9.0", "0.5.0", "0.6.0", "2.0.0-rc.1"),
  };
  const version = async (requested: string, pinned?: string) =>
    (await metadata(document, requested, pinned)).version;
  assert.equal(await version("^1"), "1.2.0");
  assert.equal(await version("^1.3"), "1.9.0");
  assert.equal(await version("^0.5 || ^0.6"), "0.6.0");
  assert.equal(await version("next"), "2.0.0-rc.1");
  assert.equal(await version("2.0.0-rc.1"), "2.0.0-rc.1");
  assert.equal(await version("^1", "0.5.0"), "0.5.0");
  assert.equal(await version("*"), "1.2.0");
  assert.equal(await version(""), "1.2.0");
});

Deno.test("npm: without a version asked for, latest is meant, also where it is a pre-release or the only tag", async () => {
  const document = {
    "dist-tags": { latest: "2.0.0-rc.1" },
    versions: released("1.0.0", "2.0.0-rc.1"),
  };
  assert.equal((await metadata(document, "")).version, "2.0.0-rc.1");
  assert.equal((await metadata({ versions: released("1.0.0") }, "^1")).version, "1.0.0");
});

Deno.test("npm: a version the registry does not have is an error that names what was asked for", async () => {
  const document = { "dist-tags": { latest: "3.0.0" }, versions: released("1.0.0") };
  for (
    const [requested, pinned, named] of [
      ["9.9.9", undefined, "9.9.9"],
      ["^7", undefined, "\\^7"],
      ["", undefined, "latest"],
      ["^1", "1.0.1", "1.0.1"],
      ["toString", undefined, "toString"],
    ] as const
  ) {
    await assert.rejects(metadata(document, requested, pinned), {
      outcome: "error",
      message: new RegExp(`has no version ${named} of @scope/a$`),
    });
  }
});

Deno.test("npm: a license is that of the version, else of the package, in each form it is written in", async () => {
  const license = async (release: object, document: object = {}) =>
    (await metadata({ ...document, versions: { "1.0.0": release } })).license;
  assert.equal(await license({ license: "MIT" }, { license: "ISC" }), "MIT");
  assert.equal(await license({}, { license: "ISC" }), "ISC");
  assert.equal(await license({ license: { type: "MIT" } }), "MIT");
  assert.equal(await license({ licenses: [{ type: "MIT" }, { type: "ISC" }] }), "MIT");
  assert.equal(await license({ licenses: ["MIT", "ISC"] }), "MIT");
  for (
    const none of [{}, { license: "" }, { license: 1 }, { license: { type: "" } }, {
      licenses: "MIT",
    }, { licenses: [] }]
  ) {
    assert.equal(await license(none), null, JSON.stringify(none));
  }
});

Deno.test("npm: maintainers are counted, and a package that lists none has none", async () => {
  const maintainers = async (list: unknown) =>
    (await metadata({ maintainers: list, versions: released("1.0.0") })).maintainers;
  assert.equal(await maintainers([{ name: "a" }, { name: "b" }]), 2);
  for (const none of [[], undefined, null, "a", 3]) assert.equal(await maintainers(none), 0);
});

Deno.test("npm: deprecation is that of the version in its own words", async () => {
  const deprecated = async (value: unknown) =>
    (await metadata({ versions: { "1.0.0": { deprecated: value } } })).deprecated;
  assert.equal(await deprecated("use b"), "use b");
  assert.equal(await deprecated(true), "true");
  for (const none of ["", false, undefined, null]) assert.equal(await deprecated(none), null);
});

Deno.test("npm: the last publication is the newest of any version there is, or is not known", async () => {
  const at = async (time: unknown) =>
    (await metadata({ time, versions: released("1.0.0", "2.0.0") })).lastPublishedAt;
  const time = {
    "1.0.0": "2026-02-01T00:00:00Z",
    "2.0.0": "2026-01-01T00:00:00Z",
    "3.0.0": "2026-03-01T00:00:00Z",
    modified: "2026-04-01T00:00:00Z",
  };
  assert.equal(await at(time), "2026-02-01T00:00:00.000Z");
  for (const none of [undefined, {}, { "1.0.0": "some day" }, { created: time["1.0.0"] }]) {
    assert.equal(await at(none), null);
  }
});

Deno.test("npm: downloads are a number, or are not known", async () => {
  const downloads = (document: unknown) =>
    weeklyDownloadsOf("a", answering(document).options, budget);
  assert.equal(await downloads({ downloads: 0 }), 0);
  for (const none of [{}, { downloads: "5" }, { downloads: null }]) {
    assert.equal(await downloads(none), null);
  }
  const absent = answering({}).options;
  absent.fetch = () => Promise.resolve(new Response("", { status: 404 }));
  assert.equal(await weeklyDownloadsOf("a", absent, budget), null);
});
