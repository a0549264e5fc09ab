import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { GREETER } from "../packages/serve/mcp/testing/greeter.ts";
import { builtPerson } from "./process/built_person.ts";
import { processesOf } from "./process/processes.ts";
import { isDropped, progressOf } from "./process/progress.ts";
import { createPerson, LAUNCHER, type Person } from "./process/svc.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** A person with the behavior `hello` in the repository of their working folder. */
async function setUp(): Promise<Person> {
  // No registry is asked.
  const person = await createPerson("http://127.0.0.1:9");
  await person.ok(["init"]);
  await Deno.mkdir(`${person.work}/extensions/models`, { recursive: true });
  await Deno.writeTextFile(`${person.work}/extensions/models/greeter.ts`, GREETER);
  await person.ok(["behavior", "create", "@acme/greeter", "hello"]);
  return person;
}

const known = await builtPerson(setUp);

/** The official client, connected to `svc mcp` as an agent starts it. */
async function agent(person: Person, options: { args?: string[]; modern?: true } = {}) {
  const client = new Client({ name: "agent", version: "1" }, {
    ...(options.modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {}),
  });
  const transport = new StdioClientTransport({
    command: LAUNCHER,
    args: ["mcp", ...options.args ?? []],
    env: person.env,
    cwd: person.work,
    stderr: "ignore",
  });
  const heard = progressOf(transport);
  const wrong: string[] = [];
  client.onerror = (error) => void (isDropped(error) || wrong.push(String(error)));
  await client.connect(transport);
  return { client, heard, wrong, [Symbol.asyncDispose]: () => client.close() };
}

/** `svc mcp` with raw lines in and out. */
function raw(person: Person) {
  const child = new Deno.Command(LAUNCHER, {
    args: ["mcp"],
    cwd: person.work,
    clearEnv: true,
    env: person.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  return {
    child,
    writer,
    readNoMore: () => lines.return(undefined),
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
    async next(): Promise<Any> {
      const { value } = await lines.next();
      return value === undefined ? undefined : JSON.parse(value);
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

const HELLO = `${
  JSON.stringify({
    jsonrpc: "2.0",
    id: "hello",
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    },
  })
}\n`;

for (const modern of [undefined, true] as const) {
  const era = modern ? "2026-07-28" : "2025";
  Deno.test(`an agent of the protocol of ${era} lists, calls, follows and reads`, async () => {
    const person = known();
    await using to = await agent(person, modern ? { modern } : {});
    const { tools } = await to.client.listTools();
    ok(tools.some(({ name }) => name === "hello__greet"));
    const result = await to.client.callTool(
      { name: "hello__greet", arguments: { name: "print" } },
      { onprogress: () => {} },
    );
    equal((result.structuredContent as Any).data[0].attributes.text, "Hello print");
    ok(to.heard.includes("careful"), "a line of the method's log");
    const { contents } = await to.client.readResource({ uri: "svc://data/hello/main" });
    equal((contents[0] as Any).text, '{"text":"Hello print"}');
    deepEqual(to.wrong, [], "everything on stdout was a message");
  });

  Deno.test(`a call that is given up is a run that ends, in the protocol of ${era}`, async () => {
    const person = known();
    await using to = await agent(person, modern ? { modern } : {});
    const giving = new AbortController();
    const call = to.client.callTool({ name: "hello__greet", arguments: { name: "wait" } }, {
      signal: giving.signal,
      onprogress: ({ message }) => message === "waiting" && giving.abort("enough"),
    });
    await rejects(call);
    const runs = async () =>
      (await to.client.callTool({ name: "list_runs" })).structuredContent as Any;
    const [{ run_id }] = (await runs()).runs;
    const ended = await to.client.callTool({
      name: "get_run",
      arguments: { run_id, wait_seconds: 30 },
    });
    equal((ended.structuredContent as Any).status, "cancelled");
  });
}

Deno.test("a missing consent is refused and names what a person runs; nobody is asked", async () => {
  await using person = await setUp();
  await Deno.writeTextFile(
    `${person.work}/extensions/models/manifest.yaml`,
    `manifestVersion: 1
name: "@acme/greeter"
version: 2026.01.02.3
description: Greets.
paths:
  base: manifest
models:
  - greeter.ts
permissions:
  net: ["api.example.com"]
`,
  );
  await using to = await agent(person);
  const result = await to.client.callTool({ name: "hello__greet", arguments: { name: "Ada" } });
  equal(result.isError, true);
  const { code, hint } = result.structuredContent as Any;
  equal(code, "consent_required");
  match(hint, /Only a person can grant this.*svc behavior run hello greet/);
});

Deno.test("tools that come to be are told", async () => {
  const person = known();
  await using to = await agent(person);
  const changed = Promise.withResolvers<void>();
  to.client.setNotificationHandler("notifications/tools/list_changed", () => changed.resolve());
  await person.ok(["behavior", "create", "@acme/greeter", "other"]);
  await changed.promise;
  const { tools } = await to.client.listTools();
  ok(tools.some(({ name }) => name === "other__greet"));
});

Deno.test("what is not a message is answered as JSON-RPC says, and the next one works", async () => {
  const person = known();
  const { child, writer, write, next } = raw(person);
  await write("\n   \n{nonsense\n");
  deepEqual((await next()).error.code, -32700);
  for (const line of ["[]", "7", "null", "{}", '{"jsonrpc":"1.0","id":1,"method":"x"}']) {
    await write(`${line}\n`);
    const { id, error } = await next();
    equal(error.code, -32600, line);
    ok(id === null || id === 1);
  }
  await write(`${"[".repeat(100_000)}\n`);
  match(String((await next()).error.code), /^-32[67]00$/);
  await write(`"${"x".repeat(5_000_000)}"\n`);
  match((await next()).error.message, /longer than/);
  await write("\u0000\u001b[2J\n");
  equal((await next()).error.code, -32700);
  await write(HELLO);
  equal((await next()).result.serverInfo.name, "svc");
  await write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  await write('{"jsonrpc":"2.0","id":3,"method":"no/such","params":{}}\n');
  equal((await next()).error.code, -32601);
  await write('{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":7}}\n');
  equal((await next()).error.code, -32602);
  const deep = `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`;
  await write(
    `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"hello__greet","arguments":{"__proto__":{"name":"Ada"},"name":${deep}}}}\n`,
  );
  // What nests too deep is refused before it is read, its id with it.
  const { id, error } = await next();
  deepEqual([id, error.code], [null, -32600]);
  match(error.message, /100/);
  await writer.close();
  const { code } = await child.status;
  equal(code, 0);
  await child.stderr.cancel();
});

Deno.test("the end of the input ends the process, and with it a run in progress", async () => {
  const person = known();
  const { child, writer, write, next } = raw(person);
  await write(HELLO);
  await next();
  await write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  await write(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hello__greet","arguments":{"name":"wait"},"_meta":{"progressToken":1}}}\n',
  );
  while ((await next()).params?.message !== "waiting");
  ok((await processesOf(person)).length > 1, "the method has a process");
  await writer.close();
  equal((await child.status).code, 0);
  await child.stderr.cancel();
  deepEqual(await processesOf(person), []);
  match(await person.ok(["behavior", "history", "--json"]), /cancelled/);
});

Deno.test("a signal ends it in good order, and a client that reads no more ends it, too", async () => {
  const person = known();
  const one = raw(person);
  await one.write(HELLO);
  await one.next();
  one.child.kill("SIGTERM");
  equal((await one.child.status).code, 0);
  await one.child.stderr.cancel();
  await one.writer.close().catch(() => {});
  const other = raw(person);
  await other.write(HELLO);
  await other.next();
  await other.readNoMore();
  // It hears of it when it writes, once the system has closed the pipe.
  let hasEnded = false;
  const end = other.child.status.finally(() => hasEnded = true);
  while (!hasEnded) await other.write(HELLO).catch(() => end);
  equal((await end).code, 0);
  await other.child.stderr.cancel();
  await other.writer.close().catch(() => {});
});

Deno.test("tools that name nothing are warned of, as an agent without tools cannot say why", async () => {
  const person = known();
  const { code, stdout, stderr } = await person.svc(["mcp", "--tools", "helo", "--tools", "hello"]);
  deepEqual([code, stdout], [0, ""]);
  match(
    stderr,
    /^warning: 'helo' names no behavior of this repository\. Did you mean 'hello'\?\n$/,
  );
});
