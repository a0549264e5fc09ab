import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerAhead } from "./ahead.ts";
import { keepToOwnParser, type Parsed, type ToParser } from "./own_parser.ts";

/** What of Deno's server of Node is as it was when svc was written for it. */
export interface Proof {
  /** A connection is kept from a parser that is not its own any more. */
  ownParser: boolean;
  /** Requests can be answered ahead of the parser. */
  ahead: boolean;
}

/** The longest that the proof may take, in milliseconds: a machine may be busy. */
const LONGEST = 30_000;

const AHEAD = "ahead";

let proved: Promise<Proof> | undefined;

/** The proof of this process, made once. */
export function proof(): Promise<Proof> {
  return proved ??= prove();
}

/**
 * Proves by a connection to a server of its own that what is changed in Deno's server of Node has the
 * effect that it is for: an answer that comes ahead of the parser, and a parser that has left the
 * connection after bytes that are no request.
 *
 * @param keep stands in for tests
 */
export async function prove(keep: typeof keepToOwnParser = keepToOwnParser): Promise<Proof> {
  let socket: Parsed | undefined;
  let toParser: ToParser = {};
  const server = createServer((_, outgoing) => outgoing.end("plain"));
  server.on("clientError", (_, failed) => failed.end());
  server.on("connection", (opened: Parsed) => {
    socket = opened;
    toParser = keep(opened);
    answerAhead(opened, toParser, {
      prepared: () => ({ status: 200, headers: { "content-length": "5" }, body: AHEAD }),
      ended: undefined,
      isFree: () => true,
      perSecond: () => "\r\n",
      silence: LONGEST,
      idle: LONGEST,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const timer = setTimeout(() => server.closeAllConnections(), LONGEST);
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const said = await exchange(connection, "GET / HTTP/1.1\r\nhost: a\r\n\r\n", 5);
    await exchange(connection, "GARBAGE\r\n\r\n");
    const left = socket !== undefined && !socket.parser;
    const ownParser = left && toParser.data !== undefined && toParser.end !== undefined;
    return { ownParser, ahead: ownParser && said.endsWith(AHEAD) };
  } finally {
    clearTimeout(timer);
    server.closeAllConnections();
    server.close();
  }
}

/** Sends a text and reads what is answered: until a body of so many characters, or the end. */
async function exchange(connection: Deno.Conn, text: string, body = Infinity): Promise<string> {
  await connection.write(new TextEncoder().encode(text));
  const decoder = new TextDecoder();
  const bytes = new Uint8Array(4096);
  let said = "";
  while (said.indexOf("\r\n\r\n") < 0 || said.length - said.indexOf("\r\n\r\n") - 4 < body) {
    const count = await connection.read(bytes).catch(() => null);
    if (count === null) return said;
    said += decoder.decode(bytes.subarray(0, count));
  }
  return said;
}
