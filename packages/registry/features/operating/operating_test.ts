import assert from "node:assert/strict";
import { readS3Url } from "../../platform/store/blobs/s3/mod.ts";
import { listen } from "@svc/http/listener";
import { IN_FOLDER } from "../../testing/bucket.ts";
import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { cachedAnswers } from "../../access/response_cache/mod.ts";
import { followRequests } from "./requests.ts";

interface Served extends AsyncDisposable {
  registry: TestRegistry;
  url: string;
  /** Lines of the access log with these paths, once there are as many as paths. */
  lines(...paths: string[]): Promise<Record<string, unknown>[]>;
}

/** A registry behind a listener of its own, as `server.ts` puts them together. */
async function served(
  environment: Record<string, string>,
  options: TestOptions = {},
): Promise<Served> {
  const registry = await testRegistry({ ...options, environment });
  const { services, app, logged } = registry;
  const follow = followRequests(services);
  const waiting = new Set<() => void>();
  const listener = await listen((request, bindings) => app.fetch(request, bindings), {
    host: "127.0.0.1",
    port: 0,
    prepared: cachedAnswers(services),
    ended(exchange) {
      follow(exchange);
      for (const look of waiting) look();
    },
  });
  return {
    registry,
    url: `http://127.0.0.1:${listener.port}`,
    async lines(...paths) {
      const found = () =>
        logged.map((line) => JSON.parse(line) as Record<string, unknown>)
          .filter((line) => line.event === "request" && paths.includes(String(line.path)));
      const there = Promise.withResolvers<void>();
      const look = () => found().length >= paths.length && there.resolve();
      waiting.add(look);
      look();
      await there.promise;
      waiting.delete(look);
      return found();
    },
    async [Symbol.asyncDispose]() {
      listener.abort();
      await listener.close();
      await registry[Symbol.asyncDispose]();
    },
  };
}

async function status(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers, redirect: "manual" });
  await response.body?.cancel();
  return response.status;
}

Deno.test("the access log has one line a request: route, path, status, time, bytes, address, caller, and no secret", async () => {
  await using running = await served({ SVC_ACCESS_LOG: "on", SVC_TRUSTED_PROXIES: "127.0.0.1" });
  const { registry, url, lines } = running;
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "member" });
  await published(registry, key);
  const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": "198.51.100.7" };

  assert.equal(await status(`${url}/api/whoami?token=hush-hush`, headers), 200);
  const path = "/api/v1/extensions/@acme/hello";
  for (let time = 0; time < 2; time++) assert.equal(await status(url + path, headers), 200);
  assert.equal(await status(`${url}/no/such/page`), 404);

  const [who] = await lines("/api/whoami");
  const { id } = await registry.services.db.selectFrom("user").select("id").where(
    "username",
    "=",
    "ada",
  )
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    { ...who, time: 0, ms: 0, bytes: 0, requestId: 0 },
    {
      time: 0,
      level: "info",
      event: "request",
      method: "GET",
      path: "/api/whoami",
      route: "identity.whoami",
      status: 200,
      ms: 0,
      bytes: 0,
      address: "198.51.100.7",
      caller: `personalKey:${id}`,
      requestId: 0,
    },
  );
  assert.match(String(who!.requestId), /^[0-9a-f-]{36}$/);
  assert.ok(Number(who!.bytes) > 100 && Number(who!.ms) > 0);
  const reads = await lines(path, path);
  assert.deepEqual(
    reads.map(({ route, address, caller }) => [route, address, caller]),
    ["extensions.get", "extensions.get"].map((route) => [
      route,
      "198.51.100.7",
      `personalKey:${id}`,
    ]),
  );
  const [absent] = await lines("/no/such/page");
  assert.deepEqual([absent!.status, absent!.address], [404, "127.0.0.1"]);
  const written = registry.logged.join("");
  assert.ok(!written.includes("hush-hush") && !written.includes(key));
});

Deno.test("without SVC_ACCESS_LOG no request is written down, and all are counted by route, not by path", async () => {
  await using running = await served({});
  const { registry, url } = running;
  assert.equal(await status(`${url}/docs/no-such-chapter`), 404);
  assert.equal(await status(`${url}/healthz`), 200);
  const text = await (await fetch(`${url}/metrics`)).text();
  assert.match(text, /^svc_requests_total\{route="service\.health",status="200"\} 1$/m);
  assert.match(text, /^svc_request_duration_seconds_count\{route="\/docs\/\*",status="404"\} 1$/m);
  assert.match(text, /^svc_extensions 0$/m);
  assert.match(text, /^svc_disk_free_bytes [1-9]/m);
  assert.match(text, /^svc_database_bytes [1-9]/m);
  assert.match(text, /^svc_query_duration_seconds_count\{kind="select"\} [1-9]/m);
  assert.match(text, /^svc_store_followed 1$/m);
  assert.match(text, /^svc_store_damaged 0$/m);
  assert.match(text, /^svc_database_waiting 0$/m);
  assert.ok(!text.includes("no-such-chapter"), "labels are bounded");
  assert.deepEqual(registry.logged.filter((line) => line.includes('"request"')), []);
});

Deno.test("a kept answer is counted beside its route, the one before it is not", async () => {
  await using running = await served({});
  const { registry, url } = running;
  await addCollective(registry.services, "acme");
  await published(registry, await addPerson(registry.services, "ada", { acme: "member" }));
  for (let time = 0; time < 3; time++) {
    assert.equal(await status(`${url}/api/v1/extensions/@acme/hello/latest`), 200);
  }
  const text = await (await fetch(`${url}/metrics`)).text();
  assert.match(text, /^svc_ready_answers_total\{route="extensions\.latest"\} 2$/m);
  assert.match(text, /^svc_requests_total\{route="extensions\.latest",status="200"\} 3$/m);
});

Deno.test("metrics are this machine's to read, and nobody's through a proxy or under another name", async () => {
  await using running = await served({});
  const { url, registry } = running;
  assert.equal(await status(`${url}/metrics`), 200);
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host"]) {
    assert.equal(await status(`${url}/metrics`, { [name]: "127.0.0.1" }), 403, name);
  }
  const foreign = new Request("http://evil.example/metrics", { headers: { host: "evil.example" } });
  const rebound = await registry.app.fetch(foreign, { remoteAddress: "127.0.0.1" });
  assert.equal(rebound.status, 403);
  const remote = await registry.app.fetch(
    new Request(`${url}/metrics`, { headers: { host: "localhost" } }),
    { remoteAddress: "198.51.100.7" },
  );
  assert.equal(remote.status, 403);
  assert.equal((await remote.json()).code, "forbidden");
});

Deno.test("with SVC_METRICS_TOKEN only its bearer reads metrics, also on this machine", async () => {
  const token = "a-token-for-the-scraper-of-this-test";
  await using registry = await testRegistry({ environment: { SVC_METRICS_TOKEN: token } });
  const ask = (authorization?: string) =>
    registry.request("/metrics", authorization === undefined ? {} : { headers: { authorization } });
  for (const wrong of [undefined, "Bearer ", `Bearer ${token}x`, `Basic ${token}`]) {
    const refused = await ask(wrong);
    assert.equal(refused.status, 401, String(wrong));
    assert.equal((await refused.json()).code, "not_authenticated");
  }
  const read = await ask(`Bearer ${token}`);
  assert.equal(read.status, 200);
  assert.match(await read.text(), /^svc_info\{server="registry",version="\d{4}\.\d\d\.\d\d/m);
});

Deno.test("ready says which part fails and no more, while the process is still alive", async () => {
  await using registry = await testRegistry();
  const first = await registry.request("/readyz");
  assert.deepEqual(await first.json(), {
    status: "ready",
    checks: { database: "ok", archives: "ok", disk: "ok", jobs: "ok", search: "ok", log: "ok" },
  });

  await using searchless = await testRegistry();
  searchless.services.search = { ...searchless.services.search, isFailing: () => true };
  const without = await searchless.request("/readyz");
  assert.deepEqual([without.status, (await without.json()).checks.search], [200, "failing"]);

  await using silent = await testRegistry({ environment: IN_FOLDER });
  const { blobs } = silent.services;
  silent.services.blobs = { ...blobs, probe: () => new Promise(() => {}) };
  const unanswered = await silent.request("/readyz");
  assert.equal(unanswered.status, 503);
  assert.match(await unanswered.text(), /Not ready: archives"/);
  assert.ok(silent.logged.some((line) => line.includes("no answer within 4 s")));

  await using broken = await testRegistry({ environment: IN_FOLDER });
  await Deno.remove(broken.services.folder.blobs, { recursive: true });
  const answer = await broken.request("/readyz");
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("retry-after"), "5");
  const text = await answer.text();
  assert.match(text, /Not ready: archives"/);
  assert.ok(!text.includes(broken.services.folder.root), "no path leaves the server");
  assert.ok(broken.logged.some((line) => line.includes(broken.services.folder.root)));
  assert.equal((await broken.request("/healthz")).status, 200);
});

Deno.test("a server whose bucket is away stays ready, as every other has the same, and says so", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const read = readS3Url("s3://key:secret@bucket?region=local", {});
  assert.ok(!("problem" in read));
  services.config = { ...services.config, bucket: read.target };
  services.blobs = { ...services.blobs, probe: () => Promise.reject(new Error("away")) };
  const answer = await registry.request("/readyz");
  assert.deepEqual([answer.status, (await answer.json()).checks.archives], [200, "failing"]);
});
