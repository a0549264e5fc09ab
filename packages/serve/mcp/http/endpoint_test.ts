import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { deepEqual, equal, match, notEqual, ok, rejects } from "node:assert/strict";
import { createDefinition } from "@svc/runtime/definitions";
import type { Caller } from "../../caller/caller.ts";
import { parseRunnable, type Rights } from "../../rights/rights.ts";
import { callerNamed } from "../../testing/callers.ts";
import { ended, testRuns } from "../../testing/real_runs.ts";
import { greeter } from "../testing/greeter.ts";
import { LIMITS } from "@svc/core/limit";
import { MOST_OPEN, openMcp } from "./endpoint.ts";
import { IDLE_MS, MOST_OF_ONE } from "./sessions.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

const URL_ = "http://svc.test/mcp";
const rights = (run: string[], read: string[] = []): Rights => ({
  run: run.map(parseRunnable),
  read,
});

/** `/mcp` over real runs, without a listener; credentials end when a test says so. */
async function setUp(manifest = "") {
  const stack = new AsyncDisposableStack();
  const { repository } = stack.use(await greeter(manifest));
  await createDefinition(repository, { type: "@acme/greeter", name: "other", globalArguments: {} });
  const { runs } = stack.use(await testRuns(repository));
  const watched = new Map<string, Set<(why: string) => void>>();
  const logged: string[] = [];
  let time = Date.parse("2026-11-22T10:00:00Z");
  const stopping = new AbortController();
  const mcp = stack.use(openMcp({
    repository,
    runs,
    version: "1",
    stopping: stopping.signal,
    now: () => new Date(time),
    log: { error: (name: string, what: unknown) => logged.push(`${name} ${JSON.stringify(what)}`) },
    credentials: {
      watch({ credentialId }: Caller, ended: (why: string) => void) {
        const all = watched.get(credentialId) ?? new Set();
        watched.set(credentialId, all.add(ended));
        return { [Symbol.dispose]: () => void all.delete(ended) };
      },
    },
  } as Any));
  const connect = async (caller: Caller, modern = false) => {
    const client = new Client({ name: "test", version: "1" }, {
      ...(modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {}),
    });
    const transport = new StreamableHTTPClientTransport(new URL(URL_), {
      fetch: (url, init) => mcp.answer(new Request(url, init), caller),
    });
    await client.connect(transport as Any);
    stack.defer(() => client.close());
    return { client, transport };
  };
  return {
    mcp,
    runs,
    logged,
    connect,
    stop: () => stopping.abort(),
    later: (ms: number) => time += ms,
    watches: (name: string) => watched.get(name)?.size ?? 0,
    revoke: (name: string) => [...watched.get(name) ?? []].forEach((ended) => ended("revoked")),
    post: (caller: Caller, body: unknown, headers: Record<string, string> = {}) =>
      mcp.answer(
        new Request(URL_, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
        caller,
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  },
};

for (const modern of [false, true]) {
  const era = modern ? "2026-07-28" : "2025";
  Deno.test(`a token that may run one method sees one tool and its behavior's data (${era})`, async () => {
    await using to = await setUp();
    const all = await to.connect(callerNamed("all"), modern);
    await all.client.callTool({ name: "hello__greet", arguments: { name: "Ada" } });
    await all.client.callTool({ name: "other__greet", arguments: { name: "Ada" } });
    const { client } = await to.connect(callerNamed("one", rights(["hello:greet"])), modern);
    const { tools } = await client.listTools();
    deepEqual(tools.map(({ name }) => name).filter((name) => name.includes("__")), [
      "hello__greet",
    ]);
    const result = await client.callTool({ name: "hello__greet", arguments: { name: "Bo" } });
    equal((result.structuredContent as Any).data[0].attributes.text, "Hello Bo");
    const { resources } = await client.listResources();
    deepEqual(resources.map(({ uri }) => uri), ["svc://data/hello/main"]);
    await rejects(client.callTool({ name: "hello__look" }), /Unknown tool/);
    await rejects(client.callTool({ name: "other__greet" }), /Unknown tool/);
    await rejects(client.readResource({ uri: "svc://data/other/main" }), /not found/i);
    const tool = async (name: string, given = {}) =>
      (await client.callTool({ name, arguments: given })).structuredContent as Any;
    equal((await tool("list_data", { behavior: "other" })).code, "definition_not_found");
    deepEqual((await tool("list_data")).behaviors.map((one: Any) => one.behavior), ["hello"]);
    equal(
      (await tool("run_method", { behavior: "other", method: "greet" })).code,
      "unknown_method",
    );
    const runs = (await tool("list_runs")).runs;
    ok(runs.length === 2 && runs.every((one: Any) => one.behavior === "hello"));
    deepEqual(to.logged, []);
  });

  Deno.test(`who may see a run may not cancel it without the right to run it (${era})`, async () => {
    await using to = await setUp();
    const owner = await to.connect(callerNamed("all"), modern);
    const reader = await to.connect(callerNamed("reader", rights([], ["hello"])), modern);
    const giving = new AbortController();
    const call = owner.client.callTool({ name: "hello__greet", arguments: { name: "wait" } }, {
      signal: giving.signal,
      onprogress: async ({ message }) => {
        if (message !== "waiting") return;
        const list = await reader.client.callTool({ name: "list_runs" });
        const [{ run_id }] = (list.structuredContent as Any).runs;
        const refused = await reader.client.callTool({ name: "cancel_run", arguments: { run_id } });
        equal((refused.structuredContent as Any).code, "not_found");
        giving.abort("enough");
      },
    });
    await rejects(call);
    const { id } = to.runs.list({ limit: 1, visible: () => true })[0]!;
    await ended(to.runs, id);
    equal(to.runs.get(id)?.status, "cancelled", "the caller gave up its own call");
  });
}

Deno.test("a session is its credential's: for others it is not there, as one that never was", async () => {
  await using to = await setUp();
  const hello = await to.post(callerNamed("ada"), HELLO);
  const id = hello.headers.get("mcp-session-id")!;
  await hello.body?.cancel();
  const ask = async (name: string, session: string) => {
    const response = await to.post(callerNamed(name), { jsonrpc: "2.0", id: 2, method: "ping" }, {
      "mcp-session-id": session,
    });
    return [response.status, await response.text()];
  };
  const [status] = await ask("ada", id);
  equal(status, 200);
  const others = await ask("bob", id);
  equal(others[0], 404);
  deepEqual(others, await ask("ada", crypto.randomUUID()));
  const end = await to.mcp.answer(
    new Request(URL_, { method: "DELETE", headers: { "mcp-session-id": id } }),
    callerNamed("bob"),
  );
  equal(end.status, 404);
  equal((await ask("ada", id))[0], 200);
});

for (const modern of [false, true]) {
  const era = modern ? "2026-07-28" : "2025";
  Deno.test(`a credential that ends takes what it has open with it, and its runs go on (${era})`, async () => {
    await using to = await setUp();
    const { client } = await to.connect(callerNamed("ada"), modern);
    const other = await to.connect(callerNamed("bob"), modern);
    const revoked = Promise.withResolvers<void>();
    const call = client.callTool({ name: "hello__greet", arguments: { name: "wait" } }, {
      timeout: 3_600_000,
      onprogress({ message }) {
        if (message !== "waiting") return;
        to.revoke("ada");
        revoked.resolve();
      },
    });
    const failed = rejects(call);
    await revoked.promise;
    equal(to.watches("ada"), 0);
    if (!modern) await rejects(client.listTools());
    ok((await other.client.listTools()).tools.length > 0);
    const [run] = to.runs.list({ limit: 1, visible: () => true });
    equal(run?.status, "running");
    to.runs.cancel(run!.id, "test");
    await client.close();
    await failed;
  });
}

Deno.test("sessions that nobody uses end, and of too many the one that was used least recently", async () => {
  await using to = await setUp();
  const ada = callerNamed("ada");
  const begin = async () => {
    const response = await to.post(ada, HELLO);
    await response.text();
    to.later(1);
    return response.headers.get("mcp-session-id")!;
  };
  const ping = async (id: string) => {
    const headers = { "mcp-session-id": id };
    const response = await to.post(ada, { jsonrpc: "2.0", id: 2, method: "ping" }, headers);
    await response.text();
    return response.status;
  };
  const first = await begin();
  const second = await begin();
  equal(await ping(first), 200);
  for (let more = 2; more <= MOST_OF_ONE; more++) await begin();
  equal(await ping(second), 404);
  equal(await ping(first), 200);
  equal(to.watches("ada"), MOST_OF_ONE);
  to.later(IDLE_MS + 1);
  await to.mcp.sweep();
  equal(await ping(first), 404);
  equal(to.watches("ada"), 0);
});

Deno.test("what is not a message, no session and no JSON is refused; nothing stays open for it", async () => {
  await using to = await setUp();
  const ada = callerNamed("ada");
  for (
    const body of [
      "",
      "{",
      "[]",
      "7",
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    ]
  ) {
    const response = await to.post(ada, body);
    ok(response.status >= 400 && response.status < 500, `${body}: ${response.status}`);
    await response.body?.cancel();
  }
  const odd = await to.post(ada, "{}", { "content-type": "text/plain" });
  ok(odd.status >= 400);
  equal((await to.mcp.answer(new Request(URL_), ada)).status >= 400, true);
  equal(to.watches("ada"), 0);
  match(String((await to.post(ada, HELLO)).headers.get("cache-control")), /no-store/);
  notEqual(to.watches("ada"), 0);
});

Deno.test("what would take long to validate is refused by size, count and depth before it is", async () => {
  await using to = await setUp();
  const ada = callerNamed("ada");
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const { levels, values, messages } = LIMITS.json;
  const call = (given: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${given}}}`;
  const table: [what: string, body: string, code: string | undefined][] = [
    ["a message", JSON.stringify(ping), undefined],
    ["as many as may be", JSON.stringify(Array(messages).fill(ping)), undefined],
    ["one message more", JSON.stringify(Array(messages + 1).fill(ping)), "body_too_large"],
    ["many empty ones", `[${Array(90_000).fill("{}")}]`, "body_too_large"],
    ["3.9 MB of them", `[${Array(1_300_000).fill("{}")}]`, "body_too_large"],
    [
      "many keys",
      call(JSON.stringify(Object.fromEntries(Array(values).fill(1).entries()))),
      "body_too_large",
    ],
    ["3,000 levels", call("[".repeat(3_000) + "]".repeat(3_000)), "nested_too_deeply"],
    ["one level too many", "[".repeat(levels + 1), "nested_too_deeply"],
    ["a long text", `"${"x".repeat(5_000_000)}"`, "body_too_large"],
  ];
  for (const [what, body, code] of table) {
    const got = await to.post(ada, body).then(
      (response) => response.body?.cancel(),
      (error: { code?: string }) => error.code,
    );
    equal(got, code, what);
  }
});

Deno.test("the cookie of a browser opens nothing here", async () => {
  await using to = await setUp();
  await rejects(to.post({ ...callerNamed("ada"), cookie: true }, HELLO), { code: "forbidden" });
});

Deno.test("one credential holds so many answers open and no more; others are not kept from theirs", async () => {
  await using to = await setUp();
  const ada = callerNamed("ada");
  const listen = (caller: Caller) =>
    to.post(caller, {
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }, { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" });
  const open: Response[] = [];
  for (let count = 0; count < MOST_OPEN; count++) open.push(await listen(ada));
  equal(open[0]!.status, 200);
  match(open[0]!.headers.get("content-type")!, /event-stream/);
  await rejects(listen(ada), { code: "rate_limited" });
  const other = await listen(callerNamed("bob"));
  equal(other.status, 200);
  await open.pop()!.body!.cancel();
  open.push(await listen(ada));
  to.revoke("ada");
  for (const response of open) await response.text().catch(() => {});
  equal(to.watches("ada"), 0);
  await other.body!.cancel();
});

Deno.test("what nobody granted is refused, and names what the operator has to run", async () => {
  await using to = await setUp('permissions:\n  net: ["api.example.com"]\n');
  const { client } = await to.connect(callerNamed("ada"));
  const { tools } = await client.listTools();
  match(tools.find(({ name }) => name === "hello__greet")!.description!, /granted no permissions/);
  const refused = await client.callTool({ name: "hello__greet", arguments: { name: "Ada" } });
  equal(refused.isError, true);
  const { code, hint } = refused.structuredContent as Any;
  equal(code, "consent_required");
  match(hint, /Only the operator of the server.*'svc behavior run hello greet'/);
});
