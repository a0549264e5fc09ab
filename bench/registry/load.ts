/** What a load measured. */
export interface Load {
  /** Requests answered per second. */
  rate: number;
  requests: number;
}

/** How a load asks. */
export interface LoadOptions {
  connections?: number;
  /** Requests to make, however long it takes. */
  atLeast?: number;
  headers?: Record<string, string>;
  /** Of the answers; anything else fails. */
  status?: number;
}

/** Requests that go out at once, and the bytes of answers that they may ask for together. */
const BATCH = { requests: 8, bytes: 64 * 1024 };

/**
 * Asks for paths in turn over `connections` kept-alive connections for `milliseconds`, and until
 * `atLeast` requests were answered.
 * Requests go out in batches and answers are counted by their bytes, so that the load costs far
 * less than what it measures; all answers must therefore be equally long.
 */
export async function load(
  port: number,
  path: (n: number) => string,
  milliseconds: number,
  { connections = 8, atLeast = 0, headers = {}, status = 200 }: LoadOptions = {},
): Promise<Load> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines}\r\n`;
  const one = await answerLength(port, requestFor(path(0)), status);
  const size = Math.max(1, Math.min(BATCH.requests, Math.floor(BATCH.bytes / one)));
  const until = performance.now() + milliseconds;
  let next = 0;
  let requests = 0;
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, async () => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connection.setNoDelay();
    const buffer = new Uint8Array(256 * 1024);
    while (performance.now() < until || requests < atLeast) {
      const batch = Array.from({ length: size }, () => requestFor(path(next++)));
      await writeAll(connection, new TextEncoder().encode(batch.join("")));
      for (let due = size * one; due > 0;) {
        const read = await connection.read(buffer);
        if (read === null) throw new Error("the server closed the connection");
        due -= read;
        if (due < 0) throw new Error(`an answer of ${path(next - 1)} had another length`);
      }
      requests += size;
    }
  }));
  return { rate: requests / ((performance.now() - started) / 1000), requests };
}

/** Bytes of a whole answer, head included; fails when it has another status. */
async function answerLength(port: number, request: string, status: number): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await writeAll(connection, new TextEncoder().encode(request));
  const buffer = new Uint8Array(256 * 1024);
  let text = "";
  while (true) {
    const read = await connection.read(buffer);
    if (read === null) throw new Error("the server closed the connection");
    text += new TextDecoder("latin1").decode(buffer.subarray(0, read));
    const head = text.indexOf("\r\n\r\n");
    if (head < 0) continue;
    if (!text.startsWith(`HTTP/1.1 ${status}`)) throw new Error(text.slice(0, head));
    const body = Number(/content-length: (\d+)/i.exec(text)![1]);
    if (text.length >= head + 4 + body) return text.length;
  }
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
