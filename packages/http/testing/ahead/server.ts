import {
  type Ended,
  listen,
  type Listener,
  type Patience,
  type PreparedAnswer,
  type Reply,
} from "@svc/http/listener";

import { preparedRefusal } from "@svc/http/edge";

const encoder = new TextEncoder();

const TEXT = { "content-type": "text/plain", "content-length": "5", etag: '"1"' };
const LONG = new Uint8Array(200_000).fill(120);

/** What is ready, by path; beside that `/unready` is not, `/broken` fails, `/slow` has to be let go. */
export const READY: Readonly<Record<string, Reply>> = {
  "/text": { status: 200, headers: TEXT, body: "texts" },
  "/other": { status: 200, headers: TEXT, body: "other" },
  "/same": { status: 304, headers: TEXT, body: null },
  "/moved": {
    status: 302,
    headers: { location: "/text?a=b", "content-length": "0", "cache-control": "no-store" },
    body: "",
  },
  "/foreign": {
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8", "content-length": "9" },
    body: "é→\u{1F600}",
  },
  "/bytes": {
    status: 200,
    headers: { "content-encoding": "br", "content-length": "6" },
    body: new Uint8Array([0, 255, 13, 10, 128, 7]),
  },
  "/long": { status: 200, headers: { "content-length": String(LONG.length) }, body: LONG },
  "/half": {
    status: 200,
    headers: { "content-length": "32000" },
    body: LONG.slice(0, 32_000),
  },
  "/limited": preparedRefusal(1, false),
  "/none": { status: 200, headers: { "content-length": "0" }, body: "" },
  "/gone": { status: 410, headers: { "content-length": "4" }, body: "gone" },
  "/unmeasured": { status: 200, headers: {}, body: "as long as it is" },
  "/closing": {
    status: 200,
    headers: { connection: "close", "content-length": "4" },
    body: "last",
  },
};

/** A request as the listener told of it. */
type Answered = Pick<Ended, "method" | "target" | "status" | "bytes" | "record">;

/** A listener that notes what it is asked and what it tells. */
export interface AheadServer {
  listener: Listener;
  /** What was asked about, whether it is ready. */
  asked: string[];
  /** What ended. */
  ended: Answered[];
  /** Requests that reached the handler. */
  handled: number;
  /** Lets the slow requests be answered. */
  release(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on this machine. */
export async function aheadServer(patience: Partial<Patience> = {}): Promise<AheadServer> {
  let slow: (() => void)[] = [];
  const prepared: PreparedAnswer = (request, bindings) => {
    const { pathname } = new URL(request.url);
    server.asked.push(`${request.method} ${request.url} ${request.headers.get("x-one")}`);
    if (pathname === "/broken") throw new Error("broken");
    if (bindings.record !== undefined) bindings.record.route = `ready ${pathname}`;
    const reply = READY[pathname];
    return reply && (request.method === "HEAD" ? { ...reply, body: null } : reply);
  };
  const listener = await listen(async (request) => {
    server.handled++;
    const { pathname } = new URL(request.url);
    if (pathname === "/slow") await new Promise<void>((resolve) => slow.push(resolve));
    return new Response(`${request.method} ${request.url} ${await request.text()}`);
  }, {
    host: "127.0.0.1",
    port: 0,
    patience,
    prepared,
    ended: ({ milliseconds: _, ...exchange }) => void server.ended.push(exchange),
  });
  const server: AheadServer = {
    listener,
    asked: [],
    ended: [],
    handled: 0,
    release() {
      for (const answer of slow) answer();
      slow = [];
    },
    async [Symbol.asyncDispose]() {
      listener.abort();
      await listener.close();
    },
  };
  return server;
}

/** A connection that has asked once, so that its next request may be answered ahead. */
export async function connect(server: AheadServer): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.listener.port });
  connection.setNoDelay();
  await connection.write(encoder.encode("GET /first HTTP/1.1\r\nhost: a\r\n\r\n"));
  await readUntil(connection, "GET http://a/first ");
  return connection;
}

/** Characters of the bytes that come until they end with `end`. */
export async function readUntil(connection: Deno.Conn, end: string): Promise<string> {
  let said = "";
  const buffer = new Uint8Array(64 * 1024);
  while (!said.endsWith(end)) {
    const count = await connection.read(buffer);
    if (count === null) throw new Error(`closed after ${JSON.stringify(said.slice(-200))}`);
    said += latin1(buffer.subarray(0, count));
  }
  return said;
}

/** Characters of all bytes until the connection is closed. */
export async function readAll(connection: Deno.Conn): Promise<string> {
  let said = "";
  const buffer = new Uint8Array(64 * 1024);
  for (let count; (count = await connection.read(buffer).catch(() => null)) !== null;) {
    said += latin1(buffer.subarray(0, count));
  }
  return said;
}

/** One character a byte, none changed; the decoder of that name changes some. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}
