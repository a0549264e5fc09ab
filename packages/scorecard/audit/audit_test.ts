import assert from "node:assert/strict";
import { type Outside, startOutside } from "@svc/fakes/outside";
import { auditDependencies } from "./audit.ts";
import type { Evidence } from "./evidence.ts";
import { type AuditOptions, PUBLIC_SERVICES } from "./options.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const RECENT = "2026-11-01T00:00:00.000Z";
const encoder = new TextEncoder();

/** A world with a healthy `good`, and the audit of sources in it. */
function world() {
  const outside = startOutside({ installed: "/nonexistent" });
  outside.npm.publish({
    name: "good",
    versions: { "1.0.0": { license: "MIT", publishedAt: RECENT } },
  });
  const audit = (source: string, options: Partial<AuditOptions> = {}, lock?: unknown) => {
    const files = new Map([["models/a.ts", { bytes: encoder.encode(source) }]]);
    if (lock) files.set("bundle.lock.json", { bytes: encoder.encode(JSON.stringify(lock)) });
    return auditDependencies({ files }, optionsFor(outside, options));
  };
  return { ...outside, audit, [Symbol.asyncDispose]: () => outside[Symbol.asyncDispose]() };
}

function optionsFor(
  { osv, npm, downloads }: Outside,
  options: Partial<AuditOptions>,
): AuditOptions {
  return {
    fetch,
    osvUrl: osv.url,
    npmRegistryUrl: npm.url,
    npmDownloadsUrl: downloads.url,
    now: NOW,
    budgetMs: 20_000,
    ...options,
  };
}

const GOOD = `import good from "npm:good@1.0.0";`;

Deno.test("audit: an extension without type-A dependencies passes and asks nobody", async () => {
  await using outside = world();
  const trust = await outside.audit(
    `import "jsr:@std/assert@1"; import "node:fs"; import "./b.ts";`,
  );
  assert.equal(trust.outcome, "passed");
  assert.deepEqual(trust.audited.map(({ registry, outcome }) => [registry, outcome]), [
    ["jsr", "passed"],
  ]);
  assert.equal(outside.npm.requests.length + outside.osv.requests.length, 0);
});

Deno.test("audit: a healthy dependency passes, with what the services say of it", async () => {
  await using outside = world();
  outside.downloads.set("good", 5000);
  assert.deepEqual(await outside.audit(GOOD), {
    outcome: "passed",
    audited: [{
      name: "good",
      version: "1.0.0",
      registry: "npm",
      license: "MIT",
      weeklyDownloads: 5000,
      lastPublishedAt: RECENT,
      outcome: "passed",
      blockers: [],
      warnings: [],
    }],
  });
});

Deno.test("audit: zod is audited like any other package", async () => {
  await using outside = world();
  outside.npm.publish({
    name: "zod",
    versions: { "4.0.0": { license: "MIT", publishedAt: RECENT } },
  });
  outside.npm.deprecate("zod", "4.0.0", "use 5");
  assert.equal((await outside.audit(`import { z } from "npm:zod@4.0.0";`)).outcome, "failed");
});

Deno.test("audit: deprecation of the version in use blocks, that of another does not", async () => {
  await using outside = world();
  const versions = {
    "1.0.0": { license: "MIT", publishedAt: RECENT },
    "2.0.0": { license: "MIT", publishedAt: RECENT },
  };
  outside.npm.publish({ name: "two", versions });
  outside.npm.deprecate("two", "1.0.0", "broken");
  const old = await outside.audit(`import "npm:two@1.0.0";`);
  assert.equal(old.outcome, "failed");
  assert.deepEqual(old.audited[0]!.blockers, ["version 1.0.0 is deprecated: broken"]);
  assert.equal((await outside.audit(`import "npm:two@2.0.0";`)).outcome, "passed");
  assert.equal((await outside.audit(`import "npm:two";`)).outcome, "passed");
});

const V3 = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H";
const severities: [
  what: string,
  advisory: { severity?: string; cvss?: string },
  blocks: boolean,
][] = [
  ["HIGH", { severity: "HIGH" }, true],
  ["CRITICAL", { severity: "CRITICAL" }, true],
  ["UNKNOWN", {}, true],
  ["a CVSS score of 9.8", { cvss: V3 }, true],
  ["an unreadable score", { cvss: "CVSS:9.9/??" }, true],
  ["MODERATE", { severity: "MODERATE" }, false],
  ["LOW", { severity: "LOW" }, false],
];
for (const [what, advisory, blocks] of severities) {
  Deno.test(`audit: a vulnerability of severity ${what} ${blocks ? "blocks" : "does not block"}`, async () => {
    await using outside = world();
    outside.osv.publish({ id: "GHSA-1", package: "good", versions: ["1.0.0"], ...advisory });
    const trust = await outside.audit(GOOD);
    assert.equal(trust.outcome, blocks ? "failed" : "passed");
    assert.equal(trust.audited[0]!.blockers.length, blocks ? 1 : 0);
    assert.equal(trust.audited[0]!.warnings.length, what === "MODERATE" ? 1 : 0);
  });
}

Deno.test("audit: a vulnerability on a later page counts, a withdrawn one does not", async () => {
  await using outside = world();
  outside.osv.pageSize = 1;
  const one = { package: "good", versions: ["1.0.0"] };
  outside.osv.publish({ ...one, id: "GHSA-1", severity: "HIGH", withdrawn: true });
  assert.equal((await outside.audit(GOOD)).outcome, "passed");
  outside.osv.publish({ ...one, id: "GHSA-2", severity: "LOW" });
  outside.osv.publish({ ...one, id: "GHSA-3", severity: "HIGH" });
  const trust = await outside.audit(GOOD);
  assert.equal(trust.outcome, "failed");
  assert.deepEqual(trust.audited[0]!.blockers, [
    "HIGH vulnerability GHSA-3: A vulnerability in good",
  ]);
});

Deno.test("audit: license, maintainers, downloads and age warn without blocking", async () => {
  await using outside = world();
  outside.npm.publish({
    name: "odd",
    versions: { "1.0.0": { license: "(MIT OR GPL-3.0)", publishedAt: "2024-11-20T00:00:00Z" } },
    maintainers: [],
  });
  outside.downloads.set("odd", 999);
  const trust = await outside.audit(`import "npm:odd@1.0.0";`);
  assert.equal(trust.outcome, "passed");
  assert.deepEqual(trust.audited[0]!.warnings, [
    "license (MIT OR GPL-3.0) is not on the list of accepted licenses",
    "has no maintainers listed",
    "has 999 weekly downloads, fewer than 1000",
    "was last published on 2024-11-20, more than 24 months ago",
  ]);
});

Deno.test("audit: a license is read in each form the registry gives it; none at all warns", async () => {
  await using outside = world();
  const warnings = async (release: { license?: string | { type: string } }) => {
    outside.npm.publish({ name: "l", versions: { "1.0.0": { ...release, publishedAt: RECENT } } });
    return (await outside.audit(`import "npm:l@1.0.0";`)).audited[0]!.warnings;
  };
  assert.deepEqual(await warnings({ license: { type: "MIT" } }), []);
  assert.deepEqual(await warnings({ license: { type: "GPL-3.0" } }), [
    "license GPL-3.0 is not on the list of accepted licenses",
  ]);
  assert.deepEqual(await warnings({}), ["names no license"]);
  assert.deepEqual(await warnings({ license: "" }), ["names no license"]);
});

Deno.test("audit: an answer that is JSON but no object, or far too long, is not taken", async () => {
  await using outside = world();
  for (const body of ["[]", "null", '"x"', "1"]) {
    outside.osv.fault = { status: 200, body };
    assert.equal((await outside.audit(GOOD)).outcome, "error");
  }
  outside.osv.fault = undefined;
  outside.downloads.fault = { status: 200, body: `{"downloads":1${" ".repeat(200_000)}}` };
  assert.match((await outside.audit(GOOD)).audited[0]!.warnings[0]!, /more than 100000 bytes/);
});

Deno.test("audit: 1,000 downloads and 24 months to the day do not warn", async () => {
  await using outside = world();
  const versions = { "1.0.0": { license: "MIT AND (ISC)", publishedAt: "2024-11-21T00:00:00Z" } };
  outside.npm.publish({ name: "edge", versions });
  outside.downloads.set("edge", 1000);
  assert.deepEqual((await outside.audit(`import "npm:edge@1.0.0";`)).audited[0]!.warnings, []);
});

for (const service of ["osv", "npm"] as const) {
  for (const fault of [{ status: 503 }, { status: 429 }, "malformed", "broken"] as const) {
    const name = typeof fault === "string" ? fault : fault.status;
    Deno.test(`audit: ${service} answering ${name} is an error, never a pass`, async () => {
      await using outside = world();
      outside[service].fault = fault;
      const trust = await outside.audit(GOOD);
      assert.equal(trust.outcome, "error");
      assert.match(trust.audited[0]!.blockers[0]!, /could not be checked: 127\.0\.0\.1/);
    });
  }
}

Deno.test("audit: a redirect is not followed", async () => {
  await using outside = world();
  outside.npm.fault = { status: 302, headers: { location: `${outside.osv.url}/elsewhere` } };
  assert.equal((await outside.audit(GOOD)).outcome, "error");
  assert.equal(outside.osv.requests.length, 0);
});

Deno.test("audit: an unreachable service is an error that keeps the address to its host", async () => {
  await using outside = world();
  const osvUrl = "http://user:secret@127.0.0.1:9/private";
  const [one] = (await outside.audit(GOOD, { osvUrl })).audited;
  assert.equal(one!.outcome, "error");
  assert.doesNotMatch(JSON.stringify(one), /secret|private/);
});

Deno.test("audit: a package or version the registry does not have is an error", async () => {
  await using outside = world();
  for (const specifier of ["npm:absent@1.0.0", "npm:good@9.9.9", "npm:good@^7"]) {
    const trust = await outside.audit(`import "${specifier}";`);
    assert.equal(trust.outcome, "error");
    assert.match(trust.audited[0]!.blockers[0]!, /the npm registry has no/);
  }
});

Deno.test("audit: lost download figures warn and do not cost the factor", async () => {
  await using outside = world();
  outside.downloads.fault = { status: 500 };
  const trust = await outside.audit(GOOD);
  assert.equal(trust.outcome, "passed");
  assert.match(trust.audited[0]!.warnings[0]!, /weekly downloads are not known/);
});

Deno.test("audit: what the budget leaves unasked is notRun", async () => {
  await using outside = world();
  outside.osv.fault = "silent";
  const stop = new AbortController();
  const pending = outside.audit(GOOD, { signal: stop.signal });
  await outside.osv.received(1);
  stop.abort();
  assert.equal((await pending).outcome, "notRun");
  assert.equal((await outside.audit(GOOD, { budgetMs: 0 })).outcome, "notRun");
});

Deno.test("audit: fifty dependencies are looked up, a fifty-first is notRun", async () => {
  await using outside = world();
  const names = Array.from({ length: 51 }, (_, i) => `p${String(i).padStart(2, "0")}`);
  for (const name of names) {
    outside.npm.publish({ name, versions: { "1.0.0": { license: "MIT", publishedAt: RECENT } } });
  }
  const source = (count: number) =>
    names.slice(0, count).map((name) => `import "npm:${name}@1.0.0";`).join("\n");
  assert.equal((await outside.audit(source(50))).outcome, "passed");
  const more = await outside.audit(source(51));
  assert.equal(more.outcome, "notRun");
  assert.deepEqual(more.audited.map(({ outcome }) => outcome === "passed"), [
    ...Array(50).fill(true),
    false,
  ]);
});

Deno.test("audit: a range stands for what the lock pins, else for what Deno would resolve", async () => {
  await using outside = world();
  const release = { license: "MIT", publishedAt: RECENT };
  outside.npm.publish({
    name: "many",
    versions: { "1.2.0": release, "1.9.0": release, "2.0.0": release, "2.1.0-beta": release },
    latest: "2.0.0",
  });
  const version = async (specifier: string, lock?: unknown) =>
    (await outside.audit(`import "${specifier}";`, {}, lock)).audited[0]!.version;
  assert.equal(await version("npm:many@^1"), "1.9.0");
  assert.equal(await version("npm:many@1.2"), "1.2.0");
  assert.equal(await version("npm:many@latest"), "2.0.0");
  assert.equal(await version("npm:many/sub/path.js"), "2.0.0");
  const lock = { version: "5", specifiers: { "npm:many@^1": "1.2.0_peer@3.0.0" } };
  assert.equal(await version("npm:many@^1", lock), "1.2.0");
  assert.deepEqual((outside.osv.requests.at(-1)!.body as { version: string }).version, "1.2.0");
});

Deno.test("audit: evidence is asked for once while fresh, and incomplete evidence is not kept", async () => {
  await using outside = world();
  const cache = cacheOf();
  outside.osv.fault = { status: 500 };
  assert.equal((await outside.audit(GOOD, { cache })).outcome, "error");
  assert.equal(cache.kept.size, 0);
  outside.osv.fault = undefined;
  const first = await outside.audit(GOOD, { cache });
  const asked = outside.npm.requests.length;
  assert.deepEqual(await outside.audit(GOOD, { cache }), first);
  assert.equal(outside.npm.requests.length, asked);
  await outside.audit(GOOD, { cache, now: new Date(NOW.getTime() + 61 * 60_000) });
  assert.equal(outside.npm.requests.length, asked + 1);
});

/** Services that say the same of every package, and how many are asked about at a time. */
function services(answers: { downloads?: () => Promise<Response> } = {}) {
  const state = { asking: 0, most: 0, release: Promise.withResolvers<void>() };
  const asked = (async (url: string) => {
    if (url.startsWith("https://downloads")) {
      return await (answers.downloads?.() ?? Promise.resolve(Response.json({ downloads: 5000 })));
    }
    if (url.startsWith("https://osv")) return Response.json({});
    state.most = Math.max(state.most, ++state.asking);
    await state.release.promise;
    state.asking--;
    const release = { license: "MIT" };
    return Response.json({ versions: { "1.0.0": release }, maintainers: ["a"] });
  }) as typeof fetch;
  const audit = (source: string, change: Partial<AuditOptions> = {}) =>
    auditDependencies({ files: new Map([["models/a.ts", { bytes: encoder.encode(source) }]]) }, {
      fetch: asked,
      osvUrl: "https://osv.example",
      npmRegistryUrl: "https://npm.example",
      npmDownloadsUrl: "https://downloads.example",
      now: NOW,
      budgetMs: 600_000,
      ...change,
    });
  return { state, audit };
}

Deno.test("audit: five dependencies are looked up at a time, the others after them", async () => {
  const { state, audit } = services();
  const source = Array.from({ length: 12 }, (_, at) => `import "npm:p${at}@1.0.0";`).join("\n");
  const pending = audit(source);
  // One turn of the loop later all that can be asked was asked: these services answer in no time.
  await new Promise((turn) => setTimeout(turn));
  assert.equal(state.asking, 5);
  state.release.resolve();
  assert.equal((await pending).outcome, "passed");
  assert.equal(state.most, 5);
});

Deno.test("audit: jsr dependencies are not among the fifty that are looked up", async () => {
  const { state, audit } = services();
  state.release.resolve();
  const named = (registry: string, count: number) =>
    Array.from({ length: count }, (_, at) => `import "${registry}${at}@1.0.0";`).join("\n");
  const { outcome, audited } = await audit(`${named("jsr:@a/p", 60)}\n${named("npm:p", 50)}`);
  assert.deepEqual([outcome, audited.length], ["passed", 110]);
});

Deno.test("audit: a jsr dependency is listed with what was asked for, or with latest", async () => {
  const { audited } = await services().audit(`import "jsr:@a/b"; import "jsr:@a/c@^1";`);
  assert.deepEqual(audited.map(({ name, version }) => [name, version]), [
    ["@a/b", "latest"],
    ["@a/c", "^1"],
  ]);
});

Deno.test("audit: it ends no earlier than the last question, also when another has failed", async () => {
  const late = Promise.withResolvers<Response>();
  const { state, audit } = services({ downloads: () => late.promise });
  state.release.reject(new TypeError("refused"));
  let ended = false;
  const pending = audit(GOOD).finally(() => ended = true);
  await new Promise((turn) => setTimeout(turn));
  assert.equal(ended, false);
  late.resolve(Response.json({}));
  assert.equal((await pending).outcome, "error");
});

Deno.test("audit: a mistake of our own is thrown, not written into the scorecard", async () => {
  const { state, audit } = services();
  state.release.resolve();
  const broken = {
    get: () => Promise.reject(new RangeError("broken")),
    set: () => Promise.resolve(),
  };
  await assert.rejects(audit(GOOD, { cache: broken }), RangeError);
  await assert.rejects(audit(GOOD, { npmDownloadsUrl: "no address" }), TypeError);
});

Deno.test("audit: the public services are asked where they are", () => {
  assert.deepEqual(PUBLIC_SERVICES, {
    osvUrl: "https://api.osv.dev",
    npmRegistryUrl: "https://registry.npmjs.org",
    npmDownloadsUrl: "https://api.npmjs.org",
  });
});

/** A cache that shows what it was given. */
function cacheOf() {
  const kept = new Map<string, Evidence>();
  return {
    kept,
    get: (key: string) => Promise.resolve(kept.get(key)),
    set: (key: string, evidence: Evidence) => Promise.resolve(void kept.set(key, evidence)),
  };
}

Deno.test("audit: evidence without the downloads is not kept, so that the next audit asks again", async () => {
  await using outside = world();
  outside.downloads.set("good", 5000);
  const cache = cacheOf();
  outside.downloads.fault = { status: 500 };
  const partial = await outside.audit(GOOD, { cache });
  assert.deepEqual([partial.outcome, partial.audited[0]!.weeklyDownloads], ["passed", null]);
  assert.equal(cache.kept.size, 0);
  outside.downloads.fault = undefined;
  const whole = await outside.audit(GOOD, { cache });
  assert.deepEqual([whole.audited[0]!.weeklyDownloads, whole.audited[0]!.warnings], [5000, []]);
  assert.equal(cache.kept.size, 1);
});

Deno.test("audit: evidence stands for an hour less a moment, of one version each", async () => {
  await using outside = world();
  const hour = 60 * 60_000;
  const at = (ms: number) => ({ cache, now: new Date(NOW.getTime() + ms) });
  const cache = cacheOf();
  await outside.audit(GOOD, at(0));
  const asked = outside.npm.requests.length;
  await outside.audit(GOOD, at(hour - 1));
  assert.equal(outside.npm.requests.length, asked);
  await outside.audit(GOOD, at(hour));
  assert.equal(outside.npm.requests.length, asked + 1);
  const release = { license: "MIT", publishedAt: RECENT };
  outside.npm.publish({ name: "good", versions: { "1.0.0": release, "1.0.1": release } });
  const [other] = (await outside.audit(`import "npm:good@1.0.1";`, at(hour))).audited;
  assert.equal(other!.version, "1.0.1");
  const pinned = { version: "5", specifiers: { "npm:good@^1": "1.0.0" } };
  const [range] = (await outside.audit(`import "npm:good@^1";`, at(hour), pinned)).audited;
  assert.equal(range!.version, "1.0.0");
  assert.deepEqual([...cache.kept.keys()], ["npm:good@1.0.0", "npm:good@1.0.1"]);
});

Deno.test("audit: a blocker outweighs what could not be checked, and an error what was not asked", async () => {
  await using outside = world();
  outside.npm.publish({
    name: "old",
    versions: { "1.0.0": { license: "MIT", publishedAt: RECENT } },
  });
  outside.npm.deprecate("old", "1.0.0", "gone");
  const unasked = Array.from({ length: 50 }, (_, at) => `import "npm:a${at}@1.0.0";`).join("\n");
  const outcome = async (source: string) => (await outside.audit(source)).outcome;
  const [OLD, ABSENT] = [`import "npm:old@1.0.0";`, `import "npm:absent@1.0.0";`];
  assert.equal(await outcome(`${ABSENT} ${OLD} ${GOOD}`), "failed");
  assert.equal(await outcome(`${ABSENT} ${GOOD}`), "error");
  assert.equal(await outcome(`${unasked} ${GOOD}`), "error");
});
