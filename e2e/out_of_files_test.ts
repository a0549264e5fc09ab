import assert from "node:assert/strict";
import { makeCertificate } from "../packages/serve/testing/certificate.ts";
import { knowingRegistry, operator, serving } from "./process/serve_process.ts";
import { startServer } from "./process/server.ts";
import { type Program, programPath, testNeeding } from "./requirement.ts";

/** A server in a process of its own. */
interface Started extends AsyncDisposable {
  url: string;
  pid: number;
  /** With what it is asked. */
  client?: Deno.HttpClient;
}

async function registry(): Promise<Started> {
  const server = await startServer();
  return {
    url: server.url,
    pid: server.pid(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function served(args: readonly string[] = [], client?: Deno.HttpClient): Promise<Started> {
  await using opened = new AsyncDisposableStack();
  const ada = opened.use(await operator(opened.use(knowingRegistry())));
  const server = await serving(ada, args);
  const held = opened.move();
  return {
    url: server.url,
    pid: server.pid,
    ...(client === undefined ? {} : { client }),
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      await server.ended();
      await held.disposeAsync();
    },
  };
}

async function servedOverTls(): Promise<Started> {
  await using certificate = await makeCertificate();
  const { certFile, keyFile, cert } = certificate;
  const client = Deno.createHttpClient({ caCerts: [cert] });
  return await served(["--cert-file", certFile, "--key-file", keyFile], client);
}

const SERVERS: readonly [string, readonly Program[], () => Promise<Started>][] = [
  ["a registry", [], registry],
  ["svc serve", [], served],
  ["svc serve over TLS", ["openssl"], servedOverTls],
];

/** Files that a server may open beside those it has. */
const ROOM = 16;

for (const [what, programs, start] of SERVERS) {
  testNeeding(
    ["prlimit", ...programs],
    `${what} that had no file left to open accepts connections again as soon as there are some`,
    async () => {
      await using server = await start();
      await answers(server);
      const most = openFiles(server, Infinity) + ROOM;
      const args = ["--pid", String(server.pid), `--nofile=${most}:`];
      const { success } = await new Deno.Command(programPath("prlimit"), { args }).output();
      assert.ok(success);
      const { hostname, port } = new URL(server.url);
      const held: Deno.Conn[] = [];
      for (let count = 0; count < 2 * ROOM; count++) {
        held.push(await Deno.connect({ hostname, port: Number(port) }));
      }
      // It takes all that wait in one go, so the next one has failed as well.
      while (openFiles(server, most) < most) await soon();
      for (const connection of held) connection.close();
      await answers(server);
    },
  );
}

/** Files that a server has open under numbers below `most`; the system gives away no others. */
function openFiles({ pid }: Started, most: number): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].filter(({ name }) => Number(name) < most).length;
}

/** Asks until there is an answer; a minute is many times what a server takes to look again. */
async function answers({ url, client }: Started): Promise<void> {
  const late = AbortSignal.timeout(60_000);
  while (!late.aborted) {
    try {
      const signal = AbortSignal.any([late, AbortSignal.timeout(5_000)]);
      // An open connection needs no new one.
      const headers = { connection: "close" };
      const answer = await fetch(url, { ...(client ? { client } : {}), headers, signal });
      await answer.body?.cancel();
      return;
    } catch {
      await soon();
    }
  }
  assert.fail("no answer for a minute");
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
