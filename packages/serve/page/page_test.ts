import assert from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { servedSite } from "./testing/site.ts";

async function greeterSite() {
  const greeter = await greeterRepository(modelText(GREET));
  await greeter.greet({ name: "<script>alert(1)</script>" });
  const stack = new AsyncDisposableStack();
  stack.use(greeter);
  const made = stack.use(await servedSite(greeter.repository));
  return { ...made, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const PATHS = [
  "/",
  "/behaviors",
  "/behaviors/hello",
  "/behaviors/hello/data/main",
  "/runs",
  "/reports",
  "/schedules",
  "/webhooks",
];

Deno.test("pages: a stranger is sent to sign in and comes back to the page they asked for", async () => {
  await using server = await greeterSite();
  for (const path of PATHS) {
    const seen = await server.visitor().get(path);
    assert.deepEqual([seen.status, seen.location], [
      303,
      `/sign-in?to=${encodeURIComponent(path)}`,
    ]);
  }
  const visitor = server.visitor();
  const token = server.token("ada", { allow: ["*"] });
  const there = await visitor.post("/sign-in", { token, to: "/runs" });
  assert.deepEqual([there.status, there.location], [303, "/runs"]);
  for (const path of [...PATHS, ...PATHS]) {
    const { status, headers } = await visitor.get(path);
    assert.equal(status, 200, path);
    assert.match(headers.get("content-type")!, /^text\/html/, `${path}, also when it is prepared`);
  }
});

Deno.test("pages: what strangers wrote is text on them, and nothing of elsewhere is loaded", async () => {
  await using server = await greeterSite();
  const visitor = server.visitor();
  await visitor.signIn(server.token("ada", { allow: ["*"] }));
  const { html, headers } = await visitor.get("/behaviors/hello/data/main");
  assert.match(html, /&lt;script&gt;alert\(1\)/);
  assert.doesNotMatch(html, /<script>/);
  const policy = headers.get("content-security-policy")!;
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  assert.equal(headers.get("cache-control"), "no-store");
});

Deno.test("pages: a browser at an address of nothing gets a page, and a program JSON", async () => {
  await using server = await greeterSite();
  const at = async (path: string, accept: string) => {
    const response = await fetch(server.url + path, { headers: { accept } });
    return [response.status, response.headers.get("content-type"), await response.text()] as const;
  };
  const [status, type, html] = await at("/<b>nothing/%ff", "text/html,*/*");
  assert.equal(status, 404);
  assert.match(type!, /^text\/html/);
  assert.match(html, /There is nothing at this address/);
  assert.doesNotMatch(html, /<b>/);
  for (
    const [path, accept] of [["/nothing", "*/*"], ["/api/v1/nothing", "text/html"], [
      "/api",
      "text/html",
    ]] as const
  ) {
    const [status, type] = await at(path, accept);
    assert.equal(status, 404);
    assert.match(type!, /^application\/json/, path);
  }
});

Deno.test("pages: who may see nothing of a behavior finds no page of it", async () => {
  await using server = await greeterSite();
  const visitor = server.visitor();
  await visitor.signIn(server.token("other", { read: ["other*"] }));
  const home = await visitor.get("/");
  assert.equal(home.status, 200);
  assert.doesNotMatch(home.html, /hello/);
  for (const path of ["/behaviors/hello", "/behaviors/hello/data/main", "/behaviors/nothing"]) {
    const seen = await visitor.get(path);
    assert.equal(seen.status, 404, path);
    assert.doesNotMatch(seen.html, /greeter/);
  }
});

Deno.test("pages: a form of another site signs nobody in or out", async () => {
  await using server = await greeterSite();
  const token = server.token("ada", { allow: ["*"] });
  const visitor = server.visitor();
  for (const origin of ["https://evil.example", "null", `${server.url}.evil.example`]) {
    assert.equal((await visitor.post("/sign-in", { token }, origin)).status, 403, origin);
  }
  await visitor.signIn(token);
  assert.equal((await visitor.post("/sign-out", {}, "https://evil.example")).status, 403);
  assert.equal((await visitor.get("/")).status, 200);
  assert.equal((await visitor.post("/sign-out", {})).location, "/sign-in");
  assert.equal((await visitor.get("/")).status, 303);
});

Deno.test("pages: signing in leads to no other site", async () => {
  await using server = await greeterSite();
  const token = server.token("ada", { allow: ["*"] });
  for (
    const to of ["https://evil.example", "//evil.example", "/\\evil.example", "/sign-in", "", "x"]
  ) {
    assert.equal((await server.visitor().post("/sign-in", { token, to })).location, "/", to);
  }
});

Deno.test("pages: a token that is not good signs nobody in, and is not shown again", async () => {
  await using server = await greeterSite();
  const visitor = server.visitor();
  const good = server.token("ada", { allow: ["*"] });
  for (const token of ["", "x", "ada.0000", `${good}0`, "a\nb", "ä.ö", "x".repeat(3000)]) {
    const seen = await visitor.signIn(token);
    assert.equal(seen.status, 401, token.slice(0, 20));
    assert.equal(seen.headers.getSetCookie().length, 0);
    if (token.length > 1) assert.ok(!seen.html.includes(token));
  }
});

Deno.test("pages: a revoked token ends the session that it began", async () => {
  await using server = await greeterSite();
  const visitor = server.visitor();
  await visitor.signIn(server.token("ada", { allow: ["*"] }));
  assert.equal((await visitor.get("/")).status, 200);
  server.revoke("ada");
  while ((await visitor.get("/")).status === 200);
  assert.match((await visitor.get("/runs")).location!, /^\/sign-in/);
});

Deno.test("pages: they are for reading: no other method, and HEAD has no body", async () => {
  await using server = await greeterSite();
  const visitor = server.visitor();
  await visitor.signIn(server.token("ada", { allow: ["*"] }));
  for (const path of PATHS) {
    const seen = await visitor.post(path, {});
    assert.deepEqual([seen.status, seen.headers.get("allow")], [405, "GET, HEAD"], path);
  }
});
