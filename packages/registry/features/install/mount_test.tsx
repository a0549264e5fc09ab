import assert from "node:assert/strict";
import { VERSION } from "@svc/core/release";
import { OFFERED_CLIENT_PATH, OfferedClient } from "@svc/core/wire";
import { testRegistry } from "../../testing.ts";
import { SAMPLE_CLIENT } from "../../testing/web/sample_client.ts";
import { besideServer } from "../../admin/testing/beside.ts";
import { readClientPackage } from "./client_package.ts";
import { storeRelease } from "./releases.ts";
import { PACKAGE_PATH } from "./lines.ts";

const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();

const { bytes, facts: { sha256 } } = SAMPLE_CLIENT;

Deno.test("a registry hands out its client: script, package and checksum belong together", async () => {
  await using registry = await testRegistry({ clientPackage: SAMPLE_CLIENT });
  const script = await registry.request("/install.sh");
  assert.equal(script.status, 200);
  assert.match(script.headers.get("content-type")!, /^text\/plain/);
  assert.match(await script.text(), new RegExp(`package_sum='${sha256}'`));
  const file = await registry.request(PACKAGE_PATH);
  assert.deepEqual(await file.bytes(), bytes);
  const sum = await registry.request(`${PACKAGE_PATH}.sha256`);
  assert.equal(await sum.text(), `${sha256}  svc-${VERSION}.tgz\n`);

  const told = await (await registry.request(OFFERED_CLIENT_PATH)).json();
  assert.deepEqual(OfferedClient.parse(told), told);
  assert.match(told.script, /^\/install\/[0-9a-f]{64}\.sh$/);
  assert.deepEqual(told, { version: VERSION, sha256, package: PACKAGE_PATH, script: told.script });

  const etag = file.headers.get("etag")!;
  const again = await registry.request(PACKAGE_PATH, { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
  const head = await registry.request(PACKAGE_PATH, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

Deno.test("the address in the lines is the configured one, whatever a request claims", async () => {
  await using registry = await testRegistry({ clientPackage: SAMPLE_CLIENT });
  const claimed = { host: "evil.example", "x-forwarded-host": "evil.example", accept: "text/html" };
  for (const path of ["/install.sh", "/install", "/"]) {
    const text = await (await registry.request(path, { headers: claimed })).text();
    assert.match(text, /http:\/\/registry\.test\/install/, path);
    assert.doesNotMatch(text, /evil/, path);
  }
});

Deno.test("a release that was offered once stays at its checksums; nothing else is there", async () => {
  await using registry = await testRegistry({ clientPackage: SAMPLE_CLIENT });
  const { services } = registry;
  const { script } = await (await registry.request(OFFERED_CLIENT_PATH)).json();
  const shell = await (await registry.request("/install.sh")).bytes();
  const same = async () => {
    const [kept, file] = [
      await registry.request(script),
      await registry.request(`/install/${sha256}.tgz`),
    ];
    assert.deepEqual([kept.status, file.status], [200, 200]);
    assert.deepEqual([await kept.bytes(), await file.bytes()], [shell, bytes]);
    assert.match(kept.headers.get("cache-control")!, /immutable/);
  };
  await same();
  await storeRelease(services);
  await storeRelease(services);
  // An upgrade, or a registry that was built without a client.
  services.clientPackage = undefined;
  await same();
  assert.equal((await registry.request("/install.sh")).status, 404);
  const archive = "a".repeat(64);
  await services.blobs.put(await digest("private"), new TextEncoder().encode("private"));
  for (const file of [`${await digest("private")}.tgz`, `${archive}.sh`, `${sha256}.zip`]) {
    assert.equal((await registry.request(`/install/${file}`)).status, 404, file);
  }
});

Deno.test("a release that the operator took down is handed out nowhere, with the reason, until it is reinstated", async () => {
  await using beside = await besideServer({ clientPackage: SAMPLE_CLIENT });
  const { registry, json, admin } = beside;
  const { script } = await (await registry.request(OFFERED_CLIENT_PATH)).json();
  const checksum = script.slice("/install/".length, -".sh".length);
  assert.deepEqual(await json(0, "releases"), { releases: [] });
  await storeRelease(registry.services);
  const kept = {
    ...{ version: VERSION, script: checksum, package: sha256 },
    ...{ keptAt: registry.clock.now.toISOString(), takenDownAt: null, reason: null },
  };
  assert.deepEqual(await json(0, "releases"), { releases: [kept] });
  const offered = ["/install.sh", PACKAGE_PATH, `${PACKAGE_PATH}.sha256`, OFFERED_CLIENT_PATH];
  const pinned = [script, `/install/${sha256}.tgz`];
  const answers = async (paths: string[]) => {
    const all = await Promise.all(paths.map((path) => registry.request(path)));
    return [
      ...new Set(
        await Promise.all(
          all.map(async (answer) =>
            answer.ok ? "had" : `${answer.status} ${(await answer.json()).error}`
          ),
        ),
      ),
    ];
  };
  assert.match((await admin("releases", "takedown", checksum)).stderr, /A takedown needs a reason/);
  assert.match((await admin("releases", "withdraw", checksum)).stderr, /'releases' takes nothing,/);
  for (const wrong of [sha256, "x"]) {
    const { stderr } = await admin("releases", "takedown", wrong, "--reason", "a flaw");
    assert.match(stderr, /No release was offered with the install script/);
  }
  assert.deepEqual(await answers([...offered, ...pinned]), ["had"]);

  const done = await admin("releases", "takedown", checksum, "--reason", "a flaw");
  assert.match(
    done.stdout,
    new RegExp(`^${checksum}  svc \\S+  offered .*  taken down .*: a flaw$`, "m"),
  );
  const [refusal, ...others] = await answers([...offered, ...pinned]);
  assert.match(refusal!, /^410 This release of svc was taken down on .* \(a flaw\)$/);
  assert.deepEqual(others, []);
  // A restart, or an upgrade, brings it back to nobody.
  await storeRelease(registry.services);
  registry.services.clientPackage = undefined;
  assert.deepEqual(await answers(pinned), [refusal]);
  assert.deepEqual(await json(0, "releases", "reinstate", checksum), kept);
  assert.deepEqual(await answers(pinned), ["had"]);
});

Deno.test("another file of the folder is not found, and the answer names what there is", async () => {
  await using registry = await testRegistry({ clientPackage: SAMPLE_CLIENT });
  for (
    const path of ["/install/svc-1.0.0.tgz", "/install/facts.json", "/install/%2e%2e%2ffacts.json"]
  ) {
    const answer = await registry.request(path);
    assert.equal(answer.status, 404, path);
    assert.match((await answer.json()).hint, new RegExp(`This registry has ${PACKAGE_PATH};`));
  }
});

Deno.test("without a client nothing is promised: no line on a page, and a reason at the address", async () => {
  await using registry = await testRegistry({ clientPackage: undefined });
  for (
    const path of ["/install.sh", PACKAGE_PATH, `${PACKAGE_PATH}.sha256`, OFFERED_CLIENT_PATH]
  ) {
    const answer = await registry.request(path);
    assert.equal(answer.status, 404, path);
    assert.match((await answer.json()).hint, /npm run build/);
  }
  const html = { headers: { accept: "text/html" } };
  for (const path of ["/", "/install"]) {
    const text = await (await registry.request(path, html)).text();
    assert.doesNotMatch(text, /curl|npm install|\.tgz/, path);
  }
});

Deno.test("a package of another release, or one that was changed, is not handed out", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const url = new URL(`file://${folder}/`);
    const write = async (version: string) => {
      const facts = { ...SAMPLE_CLIENT.facts, version };
      await Deno.writeTextFile(`${folder}/facts.json`, JSON.stringify(facts));
    };
    assert.equal(await readClientPackage(url), undefined);
    await Deno.writeFile(`${folder}/svc.tgz`, bytes);
    await write("1.0.0");
    assert.equal(await readClientPackage(url), undefined);
    await write(VERSION);
    assert.deepEqual(await readClientPackage(url), SAMPLE_CLIENT);
    await Deno.writeFile(`${folder}/svc.tgz`, bytes.subarray(1));
    assert.equal(await readClientPackage(url), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
