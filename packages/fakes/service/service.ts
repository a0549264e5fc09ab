/** How a stand-in misbehaves until told otherwise. */
export type Fault =
  /** Answers this status to everything. */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Answers 200 with half a JSON document. */
  | "malformed"
  /** Takes requests and never answers them. */
  | "silent"
  /** Closes connections while answering. */
  | "broken"
  /** Answers with a body that goes on until the connection is closed. */
  | "endless";

/** A request that a stand-in received. */
export interface ReceivedRequest {
  method: string;
  /** Path with query, as sent. */
  path: string;
  /** The header of that name, when there was one. */
  authorization?: string;
  /** Parsed body, when there was one: JSON, or the fields of a form. */
  body?: unknown;
}

/** A stand-in for an outside service on a port of its own. Dispose it to stop it. */
export interface Service extends AsyncDisposable {
  /** Base URL without a trailing slash. */
  url: string;
  /** Every request so far, misbehaving or not. */
  requests: ReceivedRequest[];
  /** Resolves once so many requests have arrived. */
  received(count: number): Promise<void>;
  /** Set to misbehave, unset to recover. */
  fault: Fault | undefined;
}

/**
 * Starts a stand-in on loopback. `answer` gets the path as sent, still encoded, and the body; and
 * all headers, which are kept nowhere.
 */
export function startService(
  answer: (request: ReceivedRequest, headers: Headers) => Response | Promise<Response>,
): Service {
  const stopping = Promise.withResolvers<void>();
  const waiting: { count: number; resolve: () => void }[] = [];
  const service: Service = {
    url: "",
    requests: [],
    fault: undefined,
    received(count) {
      if (service.requests.length >= count) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      return promise;
    },
    async [Symbol.asyncDispose]() {
      stopping.resolve();
      await server.shutdown();
    },
  };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (raw) => {
      const text = await raw.text();
      const { pathname, search } = new URL(raw.url);
      const request: ReceivedRequest = { method: raw.method, path: `${pathname}${search}` };
      const authorization = raw.headers.get("authorization");
      if (authorization !== null) request.authorization = authorization;
      try {
        if (isForm(raw.headers)) request.body = Object.fromEntries(new URLSearchParams(text));
        else if (text !== "") request.body = JSON.parse(text);
      } catch {
        return new Response("not JSON", { status: 400 });
      }
      service.requests.push(request);
      for (const { count, resolve } of waiting) if (service.requests.length >= count) resolve();
      switch (service.fault) {
        case undefined:
          return await answer(request, raw.headers);
        case "malformed":
          return new Response('{"half":', { headers: { "content-type": "application/json" } });
        case "broken":
          // Announcing more than is sent makes the server cut the connection.
          return new Response(new Blob(["{"]).stream(), { headers: { "content-length": "100" } });
        case "endless":
          return new Response(endless(), { headers: { "content-type": "application/json" } });
        case "silent":
          await stopping.promise;
          return new Response(null, { status: 503 });
        default: {
          const { status, headers, body } = service.fault;
          return new Response(body ?? null, { status, headers: headers ?? {} });
        }
      }
    },
  );
  service.url = `http://127.0.0.1:${server.addr.port}`;
  return service;
}

function isForm(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
}

/** A JSON text that never ends; made as fast as it is read. */
function endless(): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode(`"${"x".repeat(64 * 1024)}",`);
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("[")),
    pull: (controller) => controller.enqueue(piece),
  });
}
