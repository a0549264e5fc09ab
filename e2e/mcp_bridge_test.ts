import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { freePort } from "../packages/fakes/port/mod.ts";
import { greeter } from "../packages/serve/mcp/testing/greeter.ts";
import { callerNamed, namedCallers } from "../packages/serve/testing/callers.ts";
import { testRuns } from "../packages/serve/testing/real_runs.ts";
import { testServer } from "../packages/serve/testing/server.ts";
import { progressOf } from "./process/progress.ts";
import { createPerson, LAUNCHER } from "./process/svc.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

const TOKEN = "ada.secret";

/** A server, and an agent of a person with a token for it, through `svc mcp --server`. */
async function setUp({ modern = false, token = TOKEN } = {}) {
  const stack = new AsyncDisposableStack();
  const { repository } = stack.use(await greeter());
  const real = stack.use(await testRuns(repository));
  // Nobody else gets it while no server listens there.
  const port = freePort();
  const start = async () =>
    stack.use(
      await testServer({
        repository,
        runs: real.runs,
        credentials: namedCallers(
          callerNamed(TOKEN, { run: [{ behavior: "hello", method: "greet" }], read: [] }),
        ),
      }, { given: { port } }),
    );
  const server = await start();
  const person = stack.use(await createPerson("http://127.0.0.1:9"));
  const client = new Client({ name: "agent", version: "1" }, {
    ...(modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {}),
  });
  const transport = new StdioClientTransport({
    command: LAUNCHER,
    args: ["mcp", "--server", server.url],
    env: { ...person.env, SVC_SERVER_TOKEN: token, SVC_SERVER_URL: server.url },
    cwd: person.work,
    stderr: "ignore",
  });
  stack.defer(() => client.close());
  return {
    client,
    /** What the agent was told of the progress of its calls. */
    heard: progressOf(transport),
    runs: real.runs,
    person,
    server,
    /** Ends the server, and starts it again at the same place. */
    async restart() {
      await server.server.stop();
      await start();
    },
    connect: () => client.connect(transport),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

for (const modern of [false, true]) {
  Deno.test(`an agent at stdin uses the tools of a server (${modern ? 2026 : 2025})`, async () => {
    await using to = await setUp({ modern });
    await to.connect();
    const { tools } = await to.client.listTools();
    deepEqual(tools.map(({ name }) => name).filter((name) => name.includes("__")), [
      "hello__greet",
    ]);
    const result = await to.client.callTool({ name: "hello__greet", arguments: { name: "Ada" } }, {
      onprogress: () => {},
    });
    equal((result.structuredContent as Any).data[0].attributes.text, "Hello Ada");
    ok(to.heard.includes("Running greet of hello"));
    const { contents } = await to.client.readResource({ uri: "svc://data/hello/main" });
    equal((contents[0] as Any).text, '{"text":"Hello Ada"}');
    const giving = new AbortController();
    await rejects(to.client.callTool({ name: "hello__greet", arguments: { name: "wait" } }, {
      signal: giving.signal,
      onprogress: ({ message }) => message === "waiting" && giving.abort("enough"),
    }));
    const { id } = to.runs.list({ limit: 1, visible: () => true })[0]!;
    await to.runs.ended(id, new AbortController().signal);
    equal(to.runs.get(id)?.status, "cancelled");
  });
}

Deno.test("a token that is not a good is told to the agent, and the token is not", async () => {
  await using to = await setUp({ token: "ada.other" });
  await rejects(to.connect(), (error: Error) => {
    match(error.message, /SVC_SERVER_TOKEN/);
    ok(!error.message.includes("ada.other"));
    return true;
  });
});

Deno.test("without a token for the server the command ends and says how to get one", async () => {
  await using to = await setUp();
  const { code, stdout, stderr } = await to.person.svc(["mcp", "--server", to.server.url]);
  deepEqual([code, stdout], [4, ""]);
  match(stderr, /svc auth server-login/);
  const both = await to.person.svc(["mcp", "--server", to.server.url, "--read-only"]);
  equal(both.code, 2);
});

Deno.test("a server that was started again is greeted again, and the agent does not notice", async () => {
  await using to = await setUp();
  await to.connect();
  await to.client.listTools();
  await to.restart();
  ok((await to.client.listTools()).tools.length > 0);
});

Deno.test("a server that is gone is told for each request", async () => {
  await using to = await setUp();
  await to.connect();
  await to.server.server.stop();
  await rejects(to.client.listTools(), /127\.0\.0\.1/);
  await rejects(to.client.listTools(), /127\.0\.0\.1/);
});

Deno.test("what an agent sends before its greeting is answered waits for it", async () => {
  await using to = await setUp();
  const child = new Deno.Command(LAUNCHER, {
    args: ["mcp", "--server", to.server.url],
    env: { ...to.person.env, SVC_SERVER_TOKEN: TOKEN, SVC_SERVER_URL: to.server.url },
    clearEnv: true,
    cwd: to.person.work,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "agent", version: "1" },
  };
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(
    [
      { id: 1, method: "initialize", params },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
    ].map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join(""),
  ));
  let text = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.split("\n").length > 2) break;
  }
  const answers: Any[] = text.trim().split("\n").map((line) => JSON.parse(line));
  await writer.close();
  await child.status;
  deepEqual(answers.map(({ id }) => id), [1, 2]);
  ok(answers[1].result.tools.some(({ name }: Any) => name === "hello__greet"));
});
