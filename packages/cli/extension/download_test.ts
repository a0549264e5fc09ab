import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { download } from "./download.ts";

/** A registry that answers every download with one address, and what asked for that address. */
async function redirectedTo(location: (origin: string) => string) {
  const seen: Headers[] = [];
  await using store = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (ask) => {
    seen.push(ask.headers);
    return new Response("no archive", { status: 404 });
  });
  await using registry = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    ({ url }) =>
      url.endsWith("/checksum") ? Response.json({ checksum: "0".repeat(64) }) : new Response(null, {
        status: 302,
        headers: { location: location(`http://127.0.0.1:${store.addr.port}`) },
      }),
  );
  const caller = {
    serverUrl: `http://127.0.0.1:${registry.addr.port}`,
    bearer: `svc_${"a".repeat(32)}`,
    deviceId: crypto.randomUUID(),
  };
  const error = await download(caller, "@acme/greeter", "2026.01.02.3").then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(isSvcError(error), String(error));
  return { error, seen };
}

Deno.test("where the registry sends a download gets neither key nor device id", async () => {
  const { error, seen } = await redirectedTo((origin) => `${origin}/x`);
  assert.equal(error.code, "unavailable");
  assert.equal(seen.length, 1);
  for (const name of ["authorization", "x-api-key", "svc-distinct-id", "cookie"]) {
    assert.equal(seen[0]!.get(name), null, name);
  }
});

Deno.test("a registry cannot make a pull read a file of this machine or any other scheme", async () => {
  for (const location of ["file:///etc/passwd", "data:,x", "blob:x", "http://", "unix:/run/x"]) {
    const { error } = await redirectedTo(() => location);
    assert.match(error.message, /sent an invalid address for the archive/, location);
  }
});

/** What a meter is told of a download whose answer has these headers. */
async function toldOf(headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>) {
  await using store = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response(new Blob([bytes]).stream(), { headers }),
  );
  await using registry = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    ({ url }) =>
      url.endsWith("/checksum") ? Response.json({ checksum: "0".repeat(64) }) : new Response(null, {
        status: 302,
        headers: { location: `http://127.0.0.1:${store.addr.port}/x` },
      }),
  );
  const told: unknown[] = [];
  let done = 0;
  const meter = {
    all: (total: number, unit?: string) => void told.push([total, unit]),
    more: (count: number) => void (done += count),
  };
  const caller = { serverUrl: `http://127.0.0.1:${registry.addr.port}` };
  await assert.rejects(download(caller, "@acme/greeter", "2026.01.02.3", { meter }));
  return { told, done };
}

Deno.test("a download that says its length has a bar of its bytes, and no other has one", async () => {
  const bytes = new Uint8Array(300_000);
  assert.deepEqual(await toldOf({ "content-length": "300000" }, bytes), {
    told: [[300_000, "bytes"]],
    done: 300_000,
  });
  assert.deepEqual(await toldOf({}, bytes), { told: [], done: 0 });
});
