import type { Authority } from "./authority.ts";

/** A network that a company's proxy alone leads out of. */
export interface Company extends AsyncDisposable {
  /** Where the names below `.corp` are served, over TLS, with the company's certificate. */
  port: number;
  /** The proxy: it opens what it passes on, and shows a certificate of its own. */
  proxy: string;
  /** What the proxy was asked for, as `host:port`. */
  asked: string[];
  /** Requests that arrived, as `host path`. */
  requests: string[];
}

/** Answers one host. */
export type Answer = (request: Request) => Response | Promise<Response>;

/** Starts the proxy, and behind it these hosts. Nothing but the proxy knows their names. */
export function startCompany(
  { cert, key }: Authority,
  hosts: Readonly<Record<string, Answer>>,
): Company {
  const asked: string[] = [];
  const requests: string[] = [];
  const answer = (request: Request) => {
    const { hostname, pathname } = new URL(request.url);
    requests.push(`${hostname} ${pathname}`);
    return hosts[hostname]?.(request) ?? new Response("no such host", { status: 502 });
  };
  const common = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const tls = Deno.serve({ ...common, cert, key }, answer);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const serve = async (conn: Deno.Conn) => {
    const head = await headOf(conn);
    const [, host, port] = /^CONNECT ([^ :]+):(\d+) HTTP/.exec(head) ?? [];
    if (host === undefined) {
      // Absolute form, as HTTP without TLS is sent to a proxy; one answer a connection.
      const [, url] = /^[A-Z]+ (http:\S+) HTTP/.exec(head) ?? [];
      asked.push(new URL(url!).host);
      const response = await answer(new Request(url!));
      const body = await response.text();
      await conn.write(new TextEncoder().encode(
        `HTTP/1.1 ${response.status} x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ));
      return conn.close();
    }
    asked.push(`${host}:${port}`);
    const inner = await Deno.connect({ hostname: "127.0.0.1", port: tls.addr.port });
    open.add(inner);
    await conn.write(new TextEncoder().encode("HTTP/1.1 200 Connection established\r\n\r\n"));
    await Promise.allSettled([
      conn.readable.pipeTo(inner.writable),
      inner.readable.pipeTo(conn.writable),
    ]);
  };
  (async () => {
    for await (const conn of listener) {
      open.add(conn);
      serve(conn).catch(() => {});
    }
  })().catch(() => {});
  return {
    port: tls.addr.port,
    proxy: `http://127.0.0.1:${listener.addr.port}`,
    asked,
    requests,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of open) {
        try {
          conn.close();
        } catch {
          // It is closed.
        }
      }
      await tls.shutdown();
    },
  };
}

async function headOf(conn: Deno.Conn): Promise<string> {
  const byte = new Uint8Array(1);
  let head = "";
  while (!head.endsWith("\r\n\r\n")) {
    if (await conn.read(byte) === null) throw new Error("closed");
    head += String.fromCharCode(byte[0]!);
  }
  return head;
}

/** Passes requests on to a server of this machine, under the host they were sent to. */
export function passedOn(url: string): Answer {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    return await fetch(url + pathname + search, {
      method: request.method,
      headers,
      redirect: "manual",
      ...(request.body === null ? {} : { body: await request.arrayBuffer() }),
    });
  };
}
