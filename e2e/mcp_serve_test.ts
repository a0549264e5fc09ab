import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { GREETER } from "../packages/serve/mcp/testing/greeter.ts";
import { knowingRegistry, operator } from "./process/serve_process.ts";
import { startServing } from "./process/serving.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** A person with the behaviors `hello` and `deploy`; of all tests here. */
const registry = knowingRegistry();
const person = await operator(registry);
Deno.test.afterAll(async () => {
  await person[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});
await Deno.mkdir(`${person.work}/extensions/models`, { recursive: true });
await Deno.writeTextFile(`${person.work}/extensions/models/greeter.ts`, GREETER);
await person.ok(["behavior", "create", "@acme/greeter", "hello"]);

async function token(...more: string[]): Promise<string> {
  return (await person.ok(["serve", "token", "create", ...more])).trim();
}

/** The official client, with a token. */
async function agent(url: string, secret: string, modern = false) {
  const client = new Client({ name: "agent", version: "1" }, {
    ...(modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {}),
  });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

Deno.test("agents at a server have exactly the tools of their token, until it is revoked", async () => {
  const [one, all, reader] = [
    await token("one", "--allow", "hello:greet"),
    await token("all", "--allow", "*"),
    await token("reader", "--read", "hello"),
  ] as const;
  await using server = await startServing(person);
  const names = async (client: Client) =>
    (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.includes("__"));
  const limited = await agent(server.url, one);
  const modern = await agent(server.url, one, true);
  const whole = await agent(server.url, all, true);
  const seeing = await agent(server.url, reader);
  deepEqual(await names(limited), ["hello__greet"]);
  deepEqual(await names(modern), ["hello__greet"]);
  deepEqual(await names(whole), [
    "deploy__execute",
    "hello__look",
    "hello__remove",
    "hello__greet",
  ]);
  deepEqual(await names(seeing), []);

  for (const client of [limited, modern]) {
    const result = await client.callTool({ name: "hello__greet", arguments: { name: "Ada" } });
    equal((result.structuredContent as Any).data[0].attributes.text, "Hello Ada");
    await rejects(
      client.callTool({ name: "deploy__execute", arguments: { run: "id" } }),
      /Unknown/,
    );
  }
  const { contents } = await seeing.readResource({ uri: "svc://data/hello/main" });
  equal((contents[0] as Any).text, '{"text":"Hello Ada"}');
  await rejects(seeing.readResource({ uri: "svc://data/deploy/result" }), /not found/i);
  match(await person.ok(["data", "get", "hello", "main", "--json"]), /"initiatedBy": "token:one"/);

  const begun = Promise.withResolvers<void>();
  const waiting = modern.callTool({ name: "hello__greet", arguments: { name: "wait" } }, {
    timeout: 3_600_000,
    onprogress: ({ message }) => message === "waiting" && begun.resolve(),
  });
  const ended = rejects(waiting);
  await begun.promise;
  await person.ok(["serve", "token", "revoke", "one"]);
  // The server notices within two seconds; from then on the token is none.
  await rejects(async () => {
    for (;;) await limited.listTools();
  });
  const runs = (await whole.callTool({ name: "list_runs" })).structuredContent as Any;
  equal(runs.runs[0].status, "running", "the run goes on without the agent that began it");
  await whole.callTool({ name: "cancel_run", arguments: { run_id: runs.runs[0].run_id } });
  await modern.close();
  await ended;
  for (const client of [limited, whole, seeing]) await client.close();
  await server.stop();
  const log = await server.log;
  for (const secret of [one, all, reader]) ok(!log.includes(secret.split(".")[1]!));
});

Deno.test("a run that an agent began is found again by another connection, also after the server was killed", async () => {
  const secret = await token("ci", "--allow", "hello");
  await using server = await startServing(person);
  const first = await agent(server.url, secret);
  const begun = Promise.withResolvers<void>();
  const call = first.callTool({ name: "hello__greet", arguments: { name: "wait" } }, {
    timeout: 3_600_000,
    onprogress: ({ message }) => message === "waiting" && begun.resolve(),
  });
  const ended = rejects(call);
  await begun.promise;
  await first.close();
  await ended;
  const second = await agent(server.url, secret);
  const list = (await second.callTool({ name: "list_runs" })).structuredContent as Any;
  equal(list.runs[0].status, "running");
  await second.close();
  Deno.kill(server.pid, "SIGKILL");
  await server.stop().catch(() => {});
  await using again = await startServing(person);
  const third = await agent(again.url, secret);
  const { run_id } = list.runs[0];
  const found = await third.callTool({ name: "get_run", arguments: { run_id } });
  equal((found.structuredContent as Any).status, "interrupted");
  await third.close();
});
