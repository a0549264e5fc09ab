import type { MethodContext } from "../platform/context.ts";

/** A request as it came in. */
export interface Received {
  method: string;
  /** Path and query. */
  path: string;
  headers: Headers;
  body: string;
}

/** A small server for tests of how requests are made; what the platform does is the code host's. */
export interface Api extends AsyncDisposable {
  /** Its address, without a trailing slash; empty on a socket. */
  url: string;
  received: Received[];
}

/** Serves `answer` on a free loopback port, or on a Unix socket. */
export function startApi(
  answer: (request: Received) => Response | Promise<Response>,
  socket?: string,
): Api {
  const received: Received[] = [];
  const handler = async (request: Request) => {
    const { method, headers } = request;
    const { pathname, search } = new URL(request.url);
    const one = { method, path: pathname + search, headers, body: await request.text() };
    received.push(one);
    return await answer(one);
  };
  const onListen = () => {};
  if (socket !== undefined) {
    const server = Deno.serve({ path: socket, onListen }, handler);
    return { url: "", received, [Symbol.asyncDispose]: () => server.shutdown() };
  }
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, handler);
  const url = `http://127.0.0.1:${server.addr.port}`;
  return { url, received, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** The part of a method's context that a client needs; lines of the log go to `lines`. */
export function clientContext(
  lines: string[] = [],
  signal: AbortSignal = new AbortController().signal,
): Pick<MethodContext, "signal" | "logger"> {
  const say = (message: string) => void lines.push(message);
  return { signal, logger: { info: say, warn: say } };
}
