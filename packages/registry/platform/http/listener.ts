import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { SvcError } from "@svc/core/error";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { PATIENCE, type Patience } from "./patience.ts";
import type { Reply } from "./reply.ts";
import { malformedRequest, rawAnswer, requestError } from "./refused_connection.ts";

/** What is known of a request beside itself: the address of the connection's other end. */
export interface Bindings {
  remoteAddress?: string;
}

/** Answers one request. */
export type Answer = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** The answer to a request when it is ready to be sent; undefined for all other requests. */
export type ReadyAnswer = (request: Request, bindings: Bindings) => Reply | undefined;

/** Where to listen, and how long to wait for the other end. */
export interface ListenOptions {
  host: string;
  /** 0 for one that is free. */
  port: number;
  patience?: Partial<Patience>;
  /** Asked first: its replies are sent without a `Response` between, in half the time. */
  ready?: ReadyAnswer;
  /** Told what `answer` threw; the request gets `internal`. */
  failed?: (error: unknown) => void;
}

/** A server that listens. */
export interface Listener {
  port: number;
  /** Takes no more requests; settles when the running ones are answered. */
  close(): Promise<void>;
  /** Ends every connection at once. */
  abort(): void;
}

/** The last request of a connection and its answer. */
type Exchange = [IncomingMessage, ServerResponse];

/**
 * Listens and answers. Node's server, not Deno's own: it closes a connection whose other end sends
 * a request too slowly, sends none, or does not read its answer.
 *
 * @throws the system's error when the address cannot be listened on
 */
export async function listen(answer: Answer, options: ListenOptions): Promise<Listener> {
  const patience = { ...PATIENCE, ...options.patience };
  const server = createServer({
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionsCheckingInterval: patience.check,
  });
  const exchanges = new WeakMap<Socket, Exchange>();
  const respond = requestListener(answer, options);
  server.on("request", (incoming, outgoing) => {
    exchanges.set(incoming.socket, [incoming, outgoing]);
    void respond(incoming, outgoing);
  });
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    const [, outgoing] = exchanges.get(socket as Socket) ?? [];
    // An answer that has begun cannot be followed by another.
    const begun = outgoing?.headersSent === true && !outgoing.writableFinished;
    if (!socket.writable || begun || error.code === "ECONNRESET") socket.destroy();
    else socket.end(rawAnswer(requestError(error.code)));
  });
  server.setTimeout(patience.silence, (socket: Socket) => {
    if (!isOurTurn(socket, exchanges.get(socket))) socket.destroy();
  });
  await listening(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
    abort: () => server.closeAllConnections(),
  };
}

function requestListener(answer: Answer, { ready, failed }: ListenOptions) {
  return getRequestListener(
    (request, { incoming, outgoing }) => {
      const { remoteAddress } = (incoming as IncomingMessage).socket;
      const bindings = remoteAddress === undefined ? {} : { remoteAddress };
      const reply = ready?.(request, bindings);
      if (reply === undefined) return answer(platformRequest(request), bindings);
      send(outgoing as ServerResponse, reply);
      return RESPONSE_ALREADY_SENT;
    },
    {
      // The platform's own Request and Response stay what they are.
      overrideGlobalObjects: false,
      errorHandler(cause) {
        const malformed = cause instanceof RequestError;
        if (!malformed) failed?.(cause);
        const refusal = malformed ? malformedRequest(cause) : new SvcError(
          "internal",
          "The server failed on this request",
          { hint: "Try again; if it stays, tell the operator when you asked.", cause },
        );
        return Response.json(refusal, { status: refusal.status, headers: SAFE_HEADERS });
      },
    },
  );
}

/** The request as the platform's own: a copy of the adapter's by `new Request` would be empty. */
function platformRequest({ method, url, headers, body }: Request): Request {
  const init = {
    method,
    headers: [...headers],
    ...(body === null ? {} : { body, duplex: "half" }),
  };
  try {
    return new Request(url, init);
  } catch (cause) {
    // As a method that no browser could send.
    throw new RequestError("not a request of the platform", { cause });
  }
}

function send(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  for (const [name, value] of headers) outgoing.setHeader(name, value);
  if (body !== null) outgoing.setHeader("content-length", body.byteLength);
  outgoing.writeHead(status);
  outgoing.end(body ?? undefined);
}

const SAFE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** True while a request is being answered and nothing waits for the other end to read. */
function isOurTurn(socket: Socket, exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  const [incoming, outgoing] = exchange;
  return incoming.complete && !outgoing.writableFinished && socket.writableLength === 0 &&
    outgoing.writableLength === 0;
}

function listening(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}
