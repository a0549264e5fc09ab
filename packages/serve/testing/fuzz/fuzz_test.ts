import { hostileText } from "@svc/fakes/text";
import { ERROR_CODES } from "@svc/core/error";
import assert from "node:assert/strict";
import fc from "fast-check";
import { fuzz } from "../../../http/testing/fuzz/fuzz.ts";
import { GREET, modelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository } from "../../../runtime/testing/repository.ts";
import { ENDPOINTS } from "../../endpoints/endpoints.ts";
import { openServing } from "../../open.ts";
import { describe } from "../../openapi/document.ts";
import { addSchedule } from "../../schedules/operator.ts";
import { addWebhook, newHookSecret } from "../../webhooks/mod.ts";
import { callerNamed, namedCallers } from "../callers.ts";
import { testServer } from "../server.ts";

/** Set `SVC_FUZZ_SEED` to search elsewhere. */
const SEED = Number(Deno.env.get("SVC_FUZZ_SEED") ?? 20261122);

const CALLERS = ["ada", "ada", "ada", "ada", "reader", "stranger", undefined];

const document = JSON.parse(JSON.stringify(describe(ENDPOINTS, "http://serve.test", "1")));

/** A real server over a behavior that ran once. */
async function fuzzed() {
  await using opening = new AsyncDisposableStack();
  const greeter = opening.use(await greeterRepository(modelText(GREET)));
  const credentials = namedCallers(
    callerNamed("ada"),
    callerNamed("reader", { run: [], read: ["hello"] }),
    callerNamed("stranger", { run: [], read: [] }),
  );
  await greeter.greet();
  const server = opening.use(
    await testServer({}, {
      repository: greeter.repository,
      open: async (ground, running) => {
        addSchedule(ground.state, {
          ...{ name: "nightly", behavior: "hello", method: "greet", inputs: { name: "Ada" } },
          ...{ settings: {}, cron: "0 0 1 1 *", timeZone: "UTC", overlap: "skip", by: "ada" },
          catchUp: false,
        }, new Date());
        addWebhook(ground.state, {
          ...{ name: "deploy", behavior: "hello", method: "greet", inputs: {}, settings: {} },
          ...{ mapping: { values: {} }, scheme: "github", secret: newHookSecret("github") },
          ...{ maxBytes: 1000, by: "ada" },
        }, new Date());
        return { ...await openServing(ground, running), credentials };
      },
    }),
  );
  const started = await server.ask("/api/v1/behaviors/hello/methods/greet/runs?wait=60", "ada", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ inputs: { name: "Ada" } }),
  });
  const { id, outputId } = await started.json();
  const held = opening.move();
  return {
    server,
    known: {
      behavior: ["hello", "hello", "hello", "nobody", "@acme/none"],
      method: ["greet", "greet", "none"],
      run: [id, id, crypto.randomUUID()],
      output: [outputId, outputId, crypto.randomUUID()],
      name: ["main", "main", "none"],
      schedule: ["nightly", "nightly", "none"],
      webhook: ["deploy", "deploy", "none"],
      type: ["@acme/greeter", "@acme/none"],
      report: ["@acme/none"],
      predicate: ["true", 'name == "main"', "1 +"],
      before: [id],
      since: ["7d", "2026-01-01", "x"],
      until: ["1h", "2030-01-01", "x"],
      version: ["1", "1", "999"],
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

Deno.test("fuzzed from its description, the interface never fails and answers as described", async (t) => {
  await using scene = await fuzzed();
  const { server, known } = scene;
  await fuzz(t, {
    document,
    seed: SEED,
    requestsPerOperation: 60,
    callers: CALLERS.length,
    known: () => known,
    reached: UNREACHED,
    statuses: [200, 202, 400, 401, 403, 404],
    send: (url, init, caller) => server.ask(url, CALLERS[caller], init),
    holds(response, text, told) {
      if (!response.ok && response.status !== 304 && response.status !== 416) refusal(text, told);
    },
  });
  assert.deepEqual(server.logged.filter((line) => line.includes('"request.failed"')), []);
});

/** Operations that no made-up request can bring to success. */
const UNREACHED: ReadonlySet<string> = new Set([
  // Nothing makes a report here.
  "GET /api/v1/reports/{report}",
]);

/** A refusal is JSON with a code of the table. */
function refusal(text: string, told: string): void {
  const { code, error } = JSON.parse(text);
  assert.ok(Object.hasOwn(ERROR_CODES, code) && code !== "internal", told);
  assert.equal(typeof error, "string", told);
}

Deno.test("hostile paths are answered with a refusal in JSON, whoever asks", async () => {
  await using scene = await fuzzed();
  const segment = fc.oneof(
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      ...["..", "%2e%2e", "%2E%2E%2F", "%", "%zz", "%c0%af", "%00", "%0d%0a", "hello", "api", "v1"],
      ...[
        "behaviors",
        "runs",
        "data",
        "constructor",
        "__proto__",
        "",
        "*",
        "hello%00",
        "@acme%2Fx",
      ],
      ...["%F0%9F%94%A7", "a".repeat(2000), ";", "hello;x=1", "\\", "%5c..%5c", "mcp", "auth"],
    ),
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 7 })
    .map((segments) => `/${segments.join("/")}`);
  const below = fc.array(segment, { maxLength: 4 })
    .map((segments) => `/api/v1/behaviors/${segments.join("/")}`);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(path, below),
      fc.constantFrom("GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"),
      fc.constantFrom(...CALLERS),
      async (path, method, as) => {
        // In one of these it is an address of another server.
        const url = path.replace(/^\/+/, "/");
        // Tools for agents answer in the words of their own protocol.
        fc.pre(!/^\/mcp(?:$|[?])/.test(url));
        const response = await scene.server.ask(url, as, { method });
        const text = await response.text();
        const told = `${method} ${url} → ${response.status} ${text.slice(0, 300)}`;
        assert.ok(response.status < 500, told);
        if (response.status >= 400) refusal(text, told);
        assert.equal(response.headers.get("x-content-type-options"), "nosniff", told);
      },
    ),
    { numRuns: 400, seed: SEED },
  );
  const failed = scene.server.logged.filter((line) => line.includes('"request.failed"'));
  assert.deepEqual(failed, []);
});
