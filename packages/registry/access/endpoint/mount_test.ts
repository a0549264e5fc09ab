import assert from "node:assert/strict";
import { Hono } from "hono";
import { z } from "zod";
import { testRegistry } from "../../testing.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published, send } from "../../testing/extensions/push.ts";
import { createEndpoints } from "../../endpoints.ts";
import type { Environment } from "@svc/http/edge";
import { mountEndpoints } from "./mount.ts";

const ENDPOINTS = createEndpoints();

Deno.test("the server does not start with a row without a handler, or two handlers for a row", async () => {
  await using registry = await testRegistry();
  const mount = (endpoints: typeof ENDPOINTS) => () =>
    mountEndpoints(new Hono<Environment>(), registry.services, endpoints);
  const without = ENDPOINTS.filter((endpoint) => endpoint.key !== "extensions.yank");
  assert.throws(mount(without), /no handler for extensions\.yank/);
  assert.throws(mount([...ENDPOINTS, ENDPOINTS[0]!]), /two handlers/);
  const stray = { ...ENDPOINTS[0]!, key: "no.such-row" as never, response: z.unknown() };
  assert.throws(mount([...ENDPOINTS, stray]), /no row for no\.such-row/);
});

Deno.test("an unknown key of a query is refused by every endpoint that takes one", () => {
  const lenient = ENDPOINTS.filter(({ query }) =>
    query !== undefined &&
    !(query instanceof z.ZodObject && query.def.catchall instanceof z.ZodNever)
  );
  assert.deepEqual(lenient.map(({ key }) => key), []);
});

Deno.test("a name arrives encoded whole or written out, with a version after a literal @ (wire 0.4)", async () => {
  await using registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "admin" });
  await published(registry, key, { name: "@acme/a/b" });
  const status = async (path: string) => (await registry.request(path)).status;
  for (const name of ["%40acme%2Fa%2Fb", "@acme/a/b", "%40acme%2fa%2fb"]) {
    const base = `/api/v1/extensions/${name}`;
    assert.equal(await status(base), 200, base);
    assert.equal(await status(`${base}/latest`), 200, `${base}/latest`);
    assert.equal(await status(`${base}@2026.01.02.1/checksum`), 200, `${base}@…/checksum`);
    assert.equal(await status(`${base}@2026.01.02.1/download`), 302, `${base}@…/download`);
  }
  assert.equal(await status("/api/v1/extensions/@acme/latest"), 404, "a name, not an action");
  assert.equal(await status("/api/v1/extensions/%40acme"), 400, "no extension name");
});

Deno.test("a known path answers another method with 405 and Allow, and HEAD as GET", async () => {
  await using registry = await testRegistry();
  const response = await registry.request("/api/v1/extensions/search", { method: "DELETE" });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get("allow"), "GET, HEAD");
  assert.equal((await response.json()).code, "method_not_allowed");
  const head = await registry.request("/api/v1/extensions/search", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

Deno.test("a body is refused by its fault: 400 malformed, 415 type, 413 size, 400 unknown field", async () => {
  await using registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "admin" });
  const post = async (body: BodyInit, type = "application/json") => {
    const response = await registry.request("/api/v1/extensions/push", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": type },
      body,
    });
    return [response.status, (await response.json()).code];
  };
  assert.deepEqual(await post("{"), [400, "malformed_body"]);
  assert.deepEqual(await post("[]"), [400, "malformed_body"]);
  assert.deepEqual(await post(new Uint8Array([0xff, 0xfe])), [400, "malformed_body"]);
  assert.deepEqual(await post("{}", "text/plain"), [415, "unsupported_media_type"]);
  assert.deepEqual(await post(" ".repeat(1_000_001)), [413, "body_too_large"]);
  assert.deepEqual(await post(JSON.stringify({ name: "@acme/x", version: "2026.01.01.1", x: 1 })), [
    400,
    "validation_failed",
  ]);
  const empty = await send(registry, "POST", "/api/v1/extensions/push", key);
  assert.deepEqual([empty.status, (await empty.json()).code], [400, "malformed_body"]);
});

Deno.test("a bug answers 500 with an id that the log has, and no details", async () => {
  await using registry = await testRegistry();
  registry.services.search = {
    ...registry.services.search,
    find: () => Promise.reject(new Error("secret inner workings")),
  };
  const response = await registry.request("/api/v1/extensions/search");
  const body = await response.text();
  assert.equal(response.status, 500);
  assert.doesNotMatch(body, /inner workings/);
  const id = /\(([0-9a-f-]{36})\)/.exec(body)![1]!;
  assert.ok(registry.logged.some((line) => line.includes(id) && line.includes("inner workings")));
});
