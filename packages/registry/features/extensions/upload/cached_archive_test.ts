import assert from "node:assert/strict";
import { cachedAnswers } from "../../../access/response_cache/mod.ts";
import { IN_FOLDER } from "../../../testing/bucket.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { published, send } from "../../../testing/extensions/push.ts";
import { testRegistry } from "../../../testing.ts";
import { takeDown } from "../../operating/takedown.ts";

const EXTENSION = "/api/v1/extensions/%40acme%2Fhello";

/** A registry with an archive that was pulled, so that its bytes are kept. */
async function pulled(
  { readme = "# Hello\n", environment = {} }: {
    readme?: string;
    environment?: Record<string, string>;
  } = {},
) {
  const registry = await testRegistry({ environment: { ...environment, ...IN_FOLDER } });
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "owner" });
  const { checksum } = await published(registry, key, { readme });
  const address = async () =>
    (await registry.request(`${EXTENSION}@2026.01.02.1/download`)).headers.get("location")!;
  const url = await address();
  const first = await registry.request(url);
  const known = cachedAnswers(services);
  return {
    registry,
    key,
    checksum,
    url,
    address,
    first: { status: first.status, headers: [...first.headers], bytes: await first.bytes() },
    /** What is kept for the address, however it is asked for. */
    kept: (url: string, headers: Record<string, string> = {}, method = "GET") =>
      known({ method, url, headers: new Headers(headers) }, { remoteAddress: "10.0.0.1" }),
    async status(url: string) {
      const answer = await registry.request(url);
      await answer.body?.cancel();
      return answer.status;
    },
  };
}

Deno.test("a small archive is kept as it was sent first, for whoever has its address", async () => {
  const { registry, url, first, checksum, kept } = await pulled();
  await using _ = registry;
  const { status, headers, body } = kept(url)!;
  assert.deepEqual([status, body], [200, first.bytes]);
  assert.deepEqual(Object.entries(headers).sort(), first.headers);
  assert.equal(headers["cache-control"], "private, max-age=3600, immutable");
  assert.equal(headers.etag, `"${checksum}"`);
  assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'");
  assert.deepEqual([kept(url, {}, "HEAD")!.status, kept(url, {}, "HEAD")!.body], [200, null]);
  assert.equal(kept(url, { "if-none-match": `"${checksum}"` })!.status, 304);
});

Deno.test("a kept archive is given to no address but those that were signed for it, while they are good", async () => {
  const { registry, url, address, kept, status } = await pulled();
  await using _ = registry;
  const { services, clock } = registry;
  const { pathname, searchParams } = new URL(url);
  const expires = Number(searchParams.get("expires"));
  const upload = services.urls.sign("upload", pathname, expires);
  const forged = {
    "no signature": [url.split("?")[0]!, 403],
    "another signature": [url.replace(/signature=.*/, "signature=AAAA"), 403],
    "one that ends early": [url.slice(0, -1), 403],
    "a later end": [url.replace(`${expires}`, `${expires + 1}`), 403],
    "another archive": [url.replace(/[0-9a-f]{64}/, "0".repeat(64)), 403],
    "a signature for an upload": [upload, 403],
    "one that is over": [services.urls.sign("download", pathname, clock.now.getTime()), 410],
  } as const;
  for (const [what, [forgery, refusal]] of Object.entries(forged)) {
    for (let time = 0; time < 2; time++) {
      assert.equal(kept(forgery), undefined, what);
      assert.equal(await status(forgery), refusal, what);
    }
  }
  // One that ends before what is kept does takes the whole way, each time.
  const soon = services.urls.sign("download", pathname, clock.now.getTime() + 1);
  assert.equal(await status(soon), 200);
  assert.equal(kept(soon), undefined);
  clock.now = new Date(clock.now.getTime() + 1);
  assert.equal(await status(soon), 410);
  // The address outlives what was kept, and what is kept next does not outlive the address.
  clock.now = new Date(expires - 1000);
  assert.equal(kept(url), undefined);
  assert.equal(await status(url), 200);
  assert.equal(kept(url), undefined);
  const later = await address();
  assert.equal(await status(later), 200);
  assert.ok(kept(later));
  clock.now = new Date(expires);
  assert.equal(kept(url), undefined);
  assert.equal(await status(url), 410);
});

Deno.test("what is deleted, taken away or turned private ends a kept archive at once", async () => {
  const { registry, key, url, kept, status } = await pulled();
  await using _ = registry;
  const { services } = registry;
  const again = async () => {
    assert.equal(await status(url), 200);
    assert.ok(kept(url));
  };
  await again();
  await send(registry, "PATCH", "/api/v1/collectives/acme", key, { private: true });
  assert.equal(kept(url), undefined, "whoever sees it less is asked about");
  assert.equal(await status(`${EXTENSION}@2026.01.02.1/download`), 404, "no new address");
  await again();
  await send(registry, "POST", `${EXTENSION}@2026.01.02.1/yank`, key, { reason: "wrong" });
  assert.equal(kept(url), undefined);
  await again();
  const name = "@acme/hello";
  // As a command beside the server does it, which the server then hears of.
  await takeDown(services, { name, version: "2026.01.02.1" }, { note: "steals" }, services.now());
  services.events.emit("store.changed", {});
  assert.equal(kept(url), undefined);
  assert.equal(await status(url), 404);
  assert.equal(kept(url), undefined, "a refusal is not kept");
});

Deno.test("an archive that changes while it is read is not kept", async () => {
  const { registry, url, kept, status } = await pulled();
  await using _ = registry;
  const { blobs, events } = registry.services;
  events.emit("store.changed", {});
  const read = blobs.read.bind(blobs);
  blobs.read = async (checksum) => {
    const blob = await read(checksum);
    events.emit("extension.changed", { extensionId: "e", name: "@acme/hello" });
    return blob;
  };
  assert.equal(await status(url), 200);
  assert.equal(kept(url), undefined);
});

Deno.test("a large archive is not kept, and a proxy that sends archives itself is asked each time", async () => {
  const noise = crypto.getRandomValues(new Uint8Array(65_536)).toBase64();
  const large = await pulled({ readme: noise });
  await using _ = large.registry;
  assert.ok(large.first.bytes.length > 64 * 1024);
  assert.equal(large.kept(large.url), undefined);
  const { registry, url, kept } = await pulled({
    environment: { SVC_TRUSTED_PROXIES: "10.0.0.1", SVC_BLOBS_ACCEL: "/svc-archives" },
  });
  await using _registry = registry;
  assert.ok(kept(url));
  assert.equal(kept(url, { "x-sendfile-type": "X-Accel-Redirect" }), undefined);
});
