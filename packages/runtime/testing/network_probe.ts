// Tries to reach each target by each way that a method has, and prints, as JSON, the outcome: `open`,
// `denied` by the sandbox, or another error's words.

import dgram from "node:dgram";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";

/** Something to reach. */
export interface Target {
  host: string;
  port: number;
  /** Its port of UDP. */
  udp: number;
}

const WAYS: Record<string, (target: Target, url: string) => Promise<unknown>> = {
  fetch: async (_, url) => await (await fetch(url)).body?.cancel(),
  client: async (_, url) => {
    using client = Deno.createHttpClient({});
    await (await fetch(url, { client })).body?.cancel();
  },
  websocket: (_, url) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(url.replace("http", "ws"));
      socket.onopen = () => resolve(socket.close());
      socket.onerror = (event) => reject(new Error((event as ErrorEvent).message));
    }),
  connect: async ({ host, port }) => (await Deno.connect({ hostname: host, port })).close(),
  "connect tls": async ({ host, port }) =>
    (await Deno.connectTls({ hostname: host, port })).close(),
  "node:net": ({ host, port }) => connected(net.connect(port, host), "connect"),
  "node:http": ({ host, port }) => connected(http.get({ host, port, agent: false }), "response"),
  "node:http2": (_, url) => connected(http2.connect(url), "connect"),
  "node:dgram": ({ host, udp }) => {
    const socket = dgram.createSocket(host.includes(":") ? "udp6" : "udp4");
    socket.send("x", udp, host);
    return Promise.race([connected(socket, "message"), uncaught(), silence()]);
  },
};

interface Connection {
  once(event: string, listener: (value: unknown) => void): unknown;
  destroy?(): unknown;
}

/** Rejects with what nobody catches: a socket of UDP throws so when it may not be opened. */
function uncaught(): Promise<never> {
  return new Promise((_, reject) => {
    addEventListener("error", (event) => {
      event.preventDefault();
      reject(event.error);
    }, { once: true });
  });
}

/** Rejects after a while: what was not let out has no other answer. */
async function silence(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  throw new Error("no answer");
}

/** Settles at a connection's event, or at its error. */
async function connected(connection: Connection, event: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  connection.once(event, resolve);
  connection.once("error", reject);
  try {
    await promise;
  } finally {
    connection.destroy?.();
  }
}

/** True when the sandbox refused, wherever in an error it says so. */
function isDenied(error: unknown): boolean {
  return error instanceof Error &&
    (error.message.includes("Requires net access") || isDenied(error.cause));
}

if (import.meta.main) {
  const targets = JSON.parse(Deno.args[0]!) as Target[];
  const results: Record<string, string> = {};
  for (const target of targets) {
    const url = `http://${
      target.host.includes(":") ? `[${target.host}]` : target.host
    }:${target.port}/`;
    for (const [way, reach] of Object.entries(WAYS)) {
      results[`${target.host} by ${way}`] = await reach(target, url).then(
        () => "open",
        (error) => isDenied(error) ? "denied" : String(error),
      );
    }
  }
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(results)));
  Deno.exit();
}
