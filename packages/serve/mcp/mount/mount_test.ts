import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { equal, match, ok, rejects } from "node:assert/strict";
import { callerNamed, namedCallers } from "../../testing/callers.ts";
import { testRuns } from "../../testing/real_runs.ts";
import { testServer } from "../../testing/server.ts";
import { greeter } from "../testing/greeter.ts";
import { holdingFetch } from "../testing/holding_fetch.ts";

const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

Deno.test("without a good credential there is nothing but how to present one", async () => {
  await using server = await testServer();
  for (const init of [post, {}, { method: "DELETE" }]) {
    const response = await server.ask("/mcp", undefined, init);
    equal(response.status, 401);
    match(response.headers.get("www-authenticate")!, /^Bearer /);
    await response.body?.cancel();
  }
});

Deno.test("a page of another site, and a host that is not ours, are refused as everywhere", async () => {
  await using server = await testServer();
  const response = await server.ask("/mcp", "ada", {
    ...post,
    headers: { ...post.headers, origin: "https://evil.example" },
  });
  equal(response.status, 403);
  await response.body?.cancel();
});

Deno.test("the session of a browser is not a credential of an agent", async () => {
  const browser = { ...callerNamed("browser"), cookie: true };
  await using server = await testServer({ credentials: namedCallers(browser) });
  const response = await server.ask("/mcp", "browser", {
    ...post,
    headers: { ...post.headers, origin: server.url },
  });
  equal(response.status, 403);
  match((await response.json()).error, /Agents need a token/);
});

for (const modern of [false, true]) {
  Deno.test(`over a listener, a client of ${modern ? 2026 : 2025} calls, and its going away is noticed`, async () => {
    await using made = await greeter();
    await using real = await testRuns(made.repository);
    await using server = await testServer(
      {
        credentials: namedCallers(callerNamed("ada")),
        repository: made.repository,
        runs: real.runs,
      },
    );
    const client = new Client({ name: "test", version: "1" }, {
      ...(modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {}),
    });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      fetch: holdingFetch(),
      requestInit: { headers: { authorization: "Bearer ada" } },
    });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const { tools } = await client.listTools();
    ok(tools.some(({ name }) => name === "hello__greet"));
    const result = await client.callTool({ name: "hello__greet", arguments: { name: "Ada" } });
    equal((result.structuredContent as { status: string }).status, "succeeded");
    const giving = new AbortController();
    await rejects(client.callTool({ name: "hello__greet", arguments: { name: "wait" } }, {
      signal: giving.signal,
      onprogress: ({ message }) => message === "waiting" && giving.abort("enough"),
    }));
    const { id } = real.runs.list({ limit: 1, visible: () => true })[0]!;
    await real.runs.ended(id, new AbortController().signal);
    equal(real.runs.get(id)?.status, "cancelled");
    await client.close();
  });
}

Deno.test("a connection that breaks is not a wish to cancel in the protocol of 2025, and the run is found again", async () => {
  await using made = await greeter();
  await using real = await testRuns(made.repository);
  await using server = await testServer({ repository: made.repository, runs: real.runs });
  const ask = async (session: string | undefined, body: unknown, signal?: AbortSignal) =>
    await server.ask("/mcp", "ada", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session === undefined ? {} : { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...body as object }),
      ...(signal === undefined ? {} : { signal }),
    });
  const hello = await ask(undefined, {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    },
  });
  const session = hello.headers.get("mcp-session-id")!;
  await hello.text();
  const gone = new AbortController();
  const call = await ask(session, {
    id: 2,
    method: "tools/call",
    params: { name: "hello__greet", arguments: { name: "wait" }, _meta: { progressToken: 1 } },
  }, gone.signal);
  for await (const text of call.body!.pipeThrough(new TextDecoderStream())) {
    if (text.includes("waiting")) break;
  }
  gone.abort();
  const found = await ask(session, { id: 3, method: "tools/call", params: { name: "list_runs" } });
  match(await found.text(), /"status":"running"/);
  const { id } = real.runs.list({ limit: 1, visible: () => true })[0]!;
  real.runs.cancel(id, "test");
  await real.runs.ended(id, new AbortController().signal);
});
