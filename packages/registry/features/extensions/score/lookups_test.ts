import assert from "node:assert/strict";
import { createLog } from "@svc/http/log";
import { FAILURES, PAUSE } from "../../../platform/breaker/breaker.ts";
import { DEPENDENT, repositoriesAsked, scored } from "../../../testing/extensions/scored.ts";
import { SETTINGS } from "../../../platform/config/settings.ts";
import { createLookups } from "./lookups.ts";

const REPOSITORY = "https://github.com/acme/hello";
const PUSH = { source: DEPENDENT, manifest: { repository: REPOSITORY } };

Deno.test("a publish does not wait for services that are silent: their part is notRun and queued, and soon they are not asked", async () => {
  await using ours = await scored({ SVC_LOOKUP_MS: "1" });
  const { world, registry } = ours;
  world.silent = true;
  for (let n = 1; n <= FAILURES + 1; n++) {
    await ours.publish(`2026.01.01.${n}`, PUSH);
    assert.equal((await ours.trust()).outcome, "notRun");
    assert.deepEqual(await ours.verified(), [REPOSITORY, false]);
  }
  assert.equal(repositoriesAsked(world).length, FAILURES);
  assert.equal(world.asked.filter((one) => one === "npm left-pad").length, FAILURES);
  assert.ok(registry.logged.some((line) => /lookup\.paused.*api\.github\.com/.test(line)));
  const metrics = await (await registry.request("/metrics", { headers: { host: "localhost" } }))
    .text();
  assert.match(metrics, /svc_lookup_service\{service="api\.github\.com",state="open"\} 1/);

  // The jobs wait without a try until the pause is over, and then do what is due.
  await ours.work();
  assert.equal(repositoriesAsked(world).length, FAILURES);
  assert.ok((await ours.waiting()).every(({ attempts }) => attempts === 0));
  world.silent = false;
  registry.clock.now = new Date(registry.clock.now.getTime() + PAUSE);
  await ours.work();
  assert.deepEqual(await ours.verified(), [REPOSITORY, true]);
  assert.equal((await ours.trust()).outcome, "passed");
  assert.ok(registry.services.lookups.services().every(({ state }) => state === "closed"));
});

Deno.test("an answer waits for half a second unless the settings say otherwise", () => {
  assert.equal(SETTINGS.lookupMs.default, "500");
});

Deno.test("a service that takes connections and says nothing, or stops amid its answer, counts as failed", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const held: Deno.Conn[] = [];
  let say = "";
  const accepting = (async () => {
    for await (const connection of listener) {
      held.push(connection);
      if (say !== "") await connection.write(new TextEncoder().encode(say));
    }
  })().catch(() => {});
  let requests = 0;
  const lookups = createLookups({
    fetch: (input, init) => (requests++, fetch(input, init)),
    now: () => new Date(0),
    log: createLog("off", () => new Date(0)),
    answerMs: 20,
  });
  const url = `http://127.0.0.1:${port}/`;
  const ask = async () => {
    const { fetch, budget } = lookups.inAnswer();
    await assert.rejects(fetch(url, { signal: budget }).then((answer) => answer.text()));
  };
  await ask();
  assert.equal(lookups.services()[0]!.failures, 1);
  say = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf";
  for (let n = 1; n < FAILURES; n++) await ask();
  assert.deepEqual(lookups.services(), [
    { service: `127.0.0.1:${port}`, state: "open", failures: FAILURES },
  ]);
  const { fetch: asked, budget } = lookups.inAnswer();
  await assert.rejects(asked(url, { signal: budget }), { name: "NotAsked" });
  assert.equal(requests, FAILURES);
  for (const connection of held) connection.close();
  listener.close();
  await accepting;
});

Deno.test("an answer that is too long for the time is one, so that nobody can pause a service by asking for long ones", async () => {
  const end = new AbortController();
  const sends = (bytes: number): typeof fetch => (_, init) =>
    Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          start(controller) {
            controller.enqueue(new Uint8Array(bytes));
            init!.signal!.addEventListener("abort", () => controller.error(init!.signal!.reason));
          },
        }),
      ),
    );
  const failures = async (bytes: number) => {
    const lookups = createLookups({
      fetch: sends(bytes),
      now: () => new Date(0),
      log: createLog("off", () => new Date(0)),
      answerMs: 60_000,
    });
    const response = await lookups.inAnswer().fetch("http://service/", { signal: end.signal });
    const text = response.text();
    setTimeout(() => end.abort());
    await assert.rejects(text);
    return lookups.services()[0]!.failures;
  };
  assert.equal(await failures(200_000), 0);
});

Deno.test("what is left to ask when the time is over says nothing of the services, however much that is", async () => {
  let requests = 0;
  const lookups = createLookups({
    fetch: (input, init) => (requests++, fetch(input, init)),
    now: () => new Date(0),
    log: createLog("off", () => new Date(0)),
    answerMs: 60_000,
  });
  for (const { fetch: asked } of [lookups.inAnswer(), lookups.inJob()]) {
    for (let n = 0; n < FAILURES; n++) {
      await assert.rejects(asked("http://127.0.0.1:9/", { signal: AbortSignal.abort() }), {
        name: "AbortError",
      });
    }
  }
  assert.deepEqual(lookups.services().filter(({ failures }) => failures > 0), []);
  assert.equal(requests, 0);
});

Deno.test("one publish counts once against a service, however many dependencies it has", async () => {
  const lookups = createLookups({
    fetch: () => Promise.resolve(new Response("busy", { status: 503 })),
    now: () => new Date(0),
    log: createLog("off", () => new Date(0)),
    answerMs: 60_000,
  });
  const publish = async () => {
    const { fetch, budget } = lookups.inAnswer();
    for (let n = 0; n < 2 * FAILURES; n++) {
      await (await fetch("http://service/", { signal: budget })).text();
    }
  };
  const seen: unknown[] = [];
  for (let n = 0; n < FAILURES - 1; n++) {
    await publish();
    seen.push(lookups.services()[0]!.failures);
  }
  assert.deepEqual(seen, [1, 2, 3, 4]);
  await assert.rejects(publish(), { name: "NotAsked" });
});
