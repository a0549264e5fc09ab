import assert from "node:assert/strict";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { listen } from "@svc/http/listener";
import { send, signUp } from "../../features/identity/testing.ts";
import { testRegistry } from "../../testing.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { cachedAnswers } from "./cached_answers.ts";

const API = "/api/v1/extensions/@acme/hello";
const READS = ["", "/latest", "/versions", "/scorecard", "@2026.01.02.1/checksum"]
  .map((part) => API + part);

/** A registry behind a listener, with one public extension, and a way to write bytes to it. */
async function served() {
  const registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "owner" });
  await published(registry, key);
  const listener = await listen((request, bindings) => registry.app.fetch(request, bindings), {
    host: "127.0.0.1",
    port: 0,
    prepared: cachedAnswers(registry.services),
  });
  /** Status, headers and body of a request as it is written. */
  async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
    const lines = Object.entries({ host: "registry.test", connection: "close", ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const socket = connect(listener.port, "127.0.0.1");
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`);
    const chunks = await Array.fromAsync(socket as AsyncIterable<Uint8Array>);
    const bytes = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
    const text = new TextDecoder("latin1").decode(bytes);
    const head = text.slice(0, text.indexOf("\r\n\r\n"));
    const [status = "", ...rest] = head.split("\r\n");
    return {
      status: Number(status.split(" ")[1]),
      headers: new Headers(rest.map((line) => line.split(/: (.*)/, 2) as [string, string])),
      body: bytes.subarray(head.length + 4),
    };
  }
  return {
    registry,
    key,
    ask,
    text: async (path: string, headers?: Record<string, string>) =>
      new TextDecoder().decode((await ask(path, headers)).body),
    async [Symbol.asyncDispose]() {
      listener.abort();
      await listener.close();
      await registry[Symbol.asyncDispose]();
    },
  };
}

Deno.test("a stranger with any false header gets the bytes that everybody gets, and spoils them for nobody", async () => {
  await using running = await served();
  const falseHeaders: Record<string, string>[] = [
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
    { forwarded: "host=evil.example;proto=gopher" },
    { "x-original-url": "/api/v1/extensions/@evil/one", "x-rewrite-url": "/evil" },
    { "x-http-method-override": "DELETE", "x-method-override": "PATCH" },
    { accept: "text/evil", "accept-language": "tlh" },
    { cookie: "evil=evil.example" },
    { range: "bytes=0-3" },
  ];
  for (const path of [...READS, "/api/v1/openapi.json", "/api/v1/extensions/search"]) {
    // The first false header comes before anything is kept.
    const answers = [];
    for (const headers of falseHeaders) answers.push(await running.text(path, headers));
    const honest = await running.text(path);
    for (const answer of answers) assert.equal(answer, honest, path);
    assert.doesNotMatch(honest, /evil|gopher/);
    assert.equal(await running.text(path), honest);
  }
});

Deno.test("what is hidden, deleted or taken away is gone from memory at once, and back when it is back", async () => {
  await using running = await served();
  const { registry, ask, key } = running;
  const statuses = async () => {
    const found = [];
    for (const path of READS) found.push((await ask(path)).status);
    return found.join(" ");
  };
  const setPrivate = (value: boolean) =>
    send(registry, "PATCH /api/v1/collectives/acme", { bearer: key, body: { private: value } });
  assert.equal(await statuses(), "200 200 200 200 200");
  await setPrivate(true);
  assert.equal(await statuses(), "404 404 404 404 404");
  const own = { authorization: `Bearer ${key}` };
  const seen = await ask(READS[0]!, own);
  assert.deepEqual([seen.status, seen.headers.get("cache-control")], [200, "no-store"]);
  // What a member was shown is kept for nobody.
  assert.equal(await statuses(), "404 404 404 404 404");
  await setPrivate(false);
  assert.equal(await statuses(), "200 200 200 200 200");
  const ada = await signUp(registry, "eve");
  assert.equal((await send(registry, `GET ${READS[0]}`, { cookie: ada.cookie })).status, 200);
  await send(registry, `POST ${API}/yank`, { bearer: key, body: { reason: "wrong" } });
  assert.equal(await statuses(), "200 410 200 200 200");
  assert.equal((await send(registry, `GET ${READS[0]}`)).body.yankReason, "wrong");
});

Deno.test("HEAD is the head of GET, 304 spares who has any form of it, and other methods are refused", async () => {
  await using running = await served();
  const { ask } = running;
  const path = READS[0]!;
  for (let time = 0; time < 2; time++) {
    const whole = await ask(path);
    const head = await ask(path, {}, "HEAD");
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.equal(head.headers.get("content-length"), String(whole.body.length));
    const etag = whole.headers.get("etag")!;
    assert.match(etag, /^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag.slice(0, -1)}-br"`, "*"]) {
      const same = await ask(path, { "if-none-match": known });
      assert.deepEqual([same.status, same.body.length], [304, 0], known);
    }
    for (const other of ['"x"', etag.slice(0, -1), `${etag.slice(0, -1)}-x"`]) {
      assert.equal((await ask(path, { "if-none-match": other })).status, 200, other);
    }
    assert.equal((await ask(path, {}, "PUT")).status, 405);
  }
});

Deno.test("a long answer goes compressed to who takes that, plain to everybody else", async () => {
  await using running = await served();
  const { ask } = running;
  const path = "/api/v1/openapi.json";
  const plain = await ask(path);
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.match(plain.headers.get("vary")!, /accept-encoding/);
  const forms = [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const;
  const tags = new Set([plain.headers.get("etag")]);
  for (const [encoding, decompress] of forms) {
    await ask(path, { "accept-encoding": encoding });
    const short = await ask(path, { "accept-encoding": `${encoding};q=0.5, identity;q=0.1` });
    assert.equal(short.headers.get("content-encoding"), encoding);
    assert.ok(short.body.length < plain.body.length / 3);
    assert.deepEqual(new Uint8Array(decompress(short.body)), plain.body);
    tags.add(short.headers.get("etag"));
  }
  assert.equal(tags.size, 3, "forms with different bytes have different tags");
  for (const header of ["", "br;q=0, gzip;q=0", "identity", "deflate", "brr", "x".repeat(5000)]) {
    const answer = await ask(path, { "accept-encoding": header });
    assert.equal(answer.headers.get("content-encoding"), null, header.slice(0, 20));
    assert.deepEqual(answer.body, plain.body);
  }
  const any = await ask(path, { "accept-encoding": "*" });
  assert.equal(any.headers.get("content-encoding"), "br");
});

Deno.test("a pull is counted each time, though its address is kept for a minute; no cache between may", async () => {
  await using running = await served();
  const { registry, ask } = running;
  const path = `${API}@2026.01.02.1/download`;
  const places = new Set<string | null>();
  for (let time = 0; time < 3; time++) {
    const answer = await ask(path);
    assert.deepEqual([answer.status, answer.headers.get("cache-control")], [302, "no-store"]);
    places.add(answer.headers.get("location"));
    await ask(path, {}, "HEAD");
  }
  assert.equal(places.size, 1);
  await registry.services.pulls.flush();
  assert.equal((await send(registry, `GET ${API}`)).body.pullCount, 3);
});

Deno.test("a page kept for strangers is shown to nobody who is signed in, and theirs to no stranger", async () => {
  await using running = await served();
  const { registry, ask, text } = running;
  const { cookie } = await signUp(registry, "eve");
  const pages = ["/", "/search", "/search?q=hello", "/docs/tutorial", "/install", "/u/eve"];
  pages.push("/collectives/acme", "/extensions/@acme/hello", "/extensions/@acme/hello/versions");
  for (const path of pages) {
    // A member before and after strangers, the first with a false name in front.
    const own = await ask(path, { cookie });
    assert.equal(own.status, 200, path);
    assert.match(own.headers.get("cache-control")!, /^private/, path);
    assert.match(new TextDecoder().decode(own.body), /href="\/account"/, path);
    const first = await text(path, { host: "evil.example", "x-forwarded-host": "evil.example" });
    const stranger = await ask(path);
    assert.match(stranger.headers.get("cache-control")!, /^public/, path);
    assert.equal(new TextDecoder().decode(stranger.body), first, path);
    assert.match(first, /href="\/sign-in/, path);
    assert.doesNotMatch(first, /evil|href="\/account"/, path);
    assert.deepEqual((await ask(path, { cookie })).body, own.body, path);
    const broken = await ask(path, { cookie: `${cookie}x` });
    assert.equal(new TextDecoder().decode(broken.body), first, path);
  }
});

Deno.test("a server that may have missed changes asks the store, for the lists of the first page as well", async () => {
  await using running = await served();
  const { registry, text } = running;
  const { following, db } = registry.services;
  assert.match(await text("/"), /@acme\/hello/);
  following.current = () => false;
  // Without an event, as another server does it that cannot be heard.
  await db.updateTable("collective").set({ private: 1 }).execute();
  assert.doesNotMatch(await text("/"), /@acme\/hello/);
});

Deno.test("a page shows a change at once: a version, a profile, a post, a collective that turns private", async () => {
  await using running = await served();
  const { registry, key, text, ask } = running;
  const { bearer } = { bearer: key };
  const page = "/extensions/@acme/hello/versions";
  assert.doesNotMatch(await text(page), /2026\.01\.03\.1/);
  await published(registry, key, { version: "2026.01.03.1" });
  assert.match(await text(page), /2026\.01\.03\.1/);
  assert.doesNotMatch(await text("/u/ada"), /Reads tide tables/);
  await send(registry, "PATCH /api/v1/profile", { bearer, body: { bio: "Reads tide tables" } });
  assert.match(await text("/u/ada"), /Reads tide tables/);
  assert.doesNotMatch(await text("/api/v1/feed"), /The tide is out/);
  await send(registry, "POST /api/v1/feed", { bearer, body: { body: "The tide is out" } });
  assert.match(await text("/api/v1/feed"), /The tide is out/);
  await send(registry, "PATCH /api/v1/collectives/acme", { bearer, body: { private: true } });
  for (const path of [page, "/collectives/acme", `${API}/scorecard`]) {
    assert.equal((await ask(path)).status, 404, path);
  }
  assert.doesNotMatch(await text("/"), /@acme\/hello/);
  assert.doesNotMatch(await text("/search"), /@acme\/hello/);
});

Deno.test("assets and the search description are kept under their own rules, for everybody alike", async () => {
  await using running = await served();
  const { registry, ask, text } = running;
  const { cookie } = await signUp(registry, "eve");
  const style = /href="(\/assets\/[^"]+style\.css)"/.exec(await text("/"))![1]!;
  const old = style.replace(/[0-9a-f]{16}/, "0".repeat(16));
  for (let time = 0; time < 2; time++) {
    for (const headers of [{}, { cookie }] as Record<string, string>[]) {
      const told = async (path: string) => (await ask(path, headers)).headers.get("cache-control");
      assert.equal(await told(style), "public, max-age=31536000, immutable");
      assert.doesNotMatch((await told(old))!, /immutable/);
      assert.equal(await told("/opensearch.xml"), "public, max-age=86400");
    }
  }
  await ask(style, { "accept-encoding": "br" });
  const short = await ask(style, { "accept-encoding": "br" });
  assert.equal(short.headers.get("content-encoding"), "br");
  assert.equal((await ask("/assets/0/none.css")).status, 404);
  assert.equal(
    registry.services.responseCache.at(old),
    undefined,
    "nobody fills memory with old addresses",
  );
});
