import { startS3rver } from "@svc/fakes/s3";
import { LIMITS } from "@svc/core/limit";
import assert from "node:assert/strict";
import { s3World } from "../../../platform/store/blobs/s3/testing/world.ts";
import { packageOf } from "../../../testing/extensions/package.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { announcementOf, send } from "../../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { readSubject, takeDown } from "../../operating/takedown.ts";
import { sweepUploads } from "./sweep.ts";

const EXTENSIONS = "/api/v1/extensions";

async function uploadAddress(registry: TestRegistry, key: string, version: string) {
  const announcement = announcementOf({ version });
  const announced = await send(registry, "POST", `${EXTENSIONS}/push`, key, announcement);
  assert.equal(announced.status, 200);
  return (await announced.json()).uploadUrl as string;
}

/** Sends as the client does. */
async function put(url: string, body: BodyInit): Promise<void> {
  const headers = { "content-type": "application/gzip" };
  const answer = await fetch(url, { method: "PUT", headers, body, redirect: "error" });
  assert.equal(answer.status, 200, await answer.text());
}

async function confirm(registry: TestRegistry, key: string, version: string) {
  const answer = await send(
    registry,
    "POST",
    `${EXTENSIONS}/confirm`,
    key,
    announcementOf({ version }),
  );
  return [answer.status, await answer.json()] as const;
}

async function download(registry: TestRegistry, version: string): Promise<Response> {
  return await registry.request(`${EXTENSIONS}/%40acme%2Fhello@${version}/download`);
}

Deno.test("with a bucket, archives go there and come from there without passing through this server", async (test) => {
  await using backend = await startS3rver();
  await using world = await s3World(backend);
  const environment = { SVC_BLOBS_URL: world.urlOf() };
  await using registry = await testRegistry({ environment });
  const { services } = registry;
  const laid = () => [...Deno.readDirSync(services.folder.uploads)].map(({ name }) => name);
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  const version = "2026.01.02.1";
  const bytes = await packageOf({ version });

  await test.step("an upload is confirmed from the bucket, and gone from there once published", async () => {
    const url = await uploadAddress(registry, key, version);
    assert.ok(url.startsWith(world.relay.url), url);
    const [early, refusal] = await confirm(registry, key, version);
    assert.deepEqual([early, refusal.code], [409, "upload_missing"]);
    await put(url, bytes);
    const [status, { checksum }] = await confirm(registry, key, version);
    assert.equal(status, 200);
    assert.deepEqual(await services.blobs.readAll(checksum), bytes);
    assert.deepEqual(await Array.fromAsync(services.uploads.list()), []);
    assert.deepEqual(laid(), []);
    const [again, repeated] = await confirm(registry, key, version);
    assert.deepEqual([again, repeated.alreadyPublished], [200, true]);
  });

  await test.step("a download leads to the bucket, until a takedown", async () => {
    const redirect = await download(registry, version);
    const location = redirect.headers.get("location")!;
    assert.ok(location.startsWith(world.relay.url), location);
    assert.equal(redirect.headers.get("cache-control"), "no-store");
    const answer = await fetch(location);
    assert.deepEqual(await answer.bytes(), bytes);
    assert.equal(answer.headers.get("content-disposition"), "attachment");
    const subject = readSubject(`@acme/hello@${version}`);
    await takeDown(services, subject, { note: "malware" }, registry.clock.now);
    // The operator's command runs beside the server, which looks each second.
    services.events.emit("store.changed", {});
    const refused = await download(registry, version);
    await refused.body?.cancel();
    assert.deepEqual([refused.status, refused.headers.get("location")], [410, null]);
  });

  await test.step("what is too large is refused by its size, before any of it is read", async () => {
    const next = "2026.01.03.1";
    await put(await uploadAddress(registry, key, next), bytes);
    world.front.intercept = async ({ method }, forward) => {
      const answer = await forward();
      if (method !== "HEAD") return answer;
      return new Response(null, { headers: { "content-length": "60000000" } });
    };
    const before = world.front.requests.length;
    const [status, { code }] = await confirm(registry, key, next);
    world.front.intercept = undefined;
    assert.deepEqual([status, code], [413, "archive_too_large"]);
    assert.deepEqual(
      world.front.requests.slice(before).map((request) => request.split(" ")[0]),
      ["HEAD", "DELETE"],
    );
    await put(await uploadAddress(registry, key, next), bytes);
    const larger = new Uint8Array(LIMITS.archive.packedBytes + 1);
    world.front.intercept = async ({ method }, forward) =>
      method === "GET" ? new Response(larger) : await forward();
    const [replaced, refusal] = await confirm(registry, key, next);
    world.front.intercept = undefined;
    assert.deepEqual([replaced, refusal.code], [413, "archive_too_large"]);
    assert.match(world.front.requests.at(-1)!, /^DELETE /);
    await put(await uploadAddress(registry, key, next), new Uint8Array());
    const [empty, { error }] = await confirm(registry, key, next);
    assert.deepEqual([empty, error], [400, "The upload has no bytes"]);
  });

  await test.step("nobody confirms what another uploaded", async () => {
    const next = "2026.01.04.1";
    await put(await uploadAddress(registry, key, next), await packageOf({ version: next }));
    const other = await addPerson(services, "bob", { acme: "admin" });
    const [status, { code }] = await confirm(registry, other, next);
    assert.deepEqual([status, code], [409, "upload_missing"]);
  });

  await test.step("a sweep removes what waited in vain", async () => {
    assert.ok((await Array.fromAsync(services.uploads.list())).length > 0);
    registry.clock.now = new Date(Date.now() + 60 * 60_000);
    await sweepUploads(services);
    assert.deepEqual(await Array.fromAsync(services.uploads.list()), []);
  });

  await test.step("a bucket that clients cannot reach is served through this server", async () => {
    await using proxied = await testRegistry({
      environment: { SVC_BLOBS_URL: world.urlOf(), SVC_BLOBS_PROXY: "on" },
    });
    await addCollective(proxied.services, "acme");
    const key = await addPerson(proxied.services, "ada", { acme: "admin" });
    const url = await uploadAddress(proxied, key, version);
    assert.ok(url.startsWith("http://registry.test/uploads/"), url);
    const sent = await proxied.request(url, { method: "PUT", body: bytes });
    assert.equal(sent.status, 200);
    assert.equal((await confirm(proxied, key, version))[0], 200);
    const location = (await download(proxied, version)).headers.get("location")!;
    assert.ok(location.startsWith("http://registry.test/blobs/"), location);
    assert.deepEqual(await (await proxied.request(location)).bytes(), bytes);
  });

  await test.step("a bucket that cannot be used is refused at the start", async () => {
    const environment = { SVC_BLOBS_URL: world.urlOf({ bucket: "no-such-bucket" }) };
    await assert.rejects(testRegistry({ environment }), {
      code: "unavailable",
      message: /^s3:\/\/no-such-bucket\/team\/svc\/ at .*: writing was refused with 404 NoSuchBuc/,
    });
  });
});
