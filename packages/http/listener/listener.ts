import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { SvcError } from "@svc/core/error";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { type Heard, heard } from "./heard.ts";
import { keepToOwnParser } from "./own_parser.ts";
import { PATIENCE, type Patience } from "./patience.ts";
import type { Reply } from "./reply.ts";
import { sendDirectly } from "./send_directly.ts";
import { leaveSlowReaders } from "./slow_reader.ts";
import { malformedRequest, rawAnswer, requestError } from "./refused_connection.ts";

/** What is known of a request beside itself: the address of the connection's other end. */
export interface Bindings {
  remoteAddress?: string;
  /** Where whoever answers leaves what {@link ListenOptions.ended} is told; absent without that. */
  told?: Told;
}

/** What is said of a request by those who answered it. Nothing of it is a secret. */
export interface Told {
  requestId?: string;
  /** The client's address, after trusted proxies. */
  address?: string;
  /** What answered: a name or pattern of which there are few, never the path as it was sent. */
  route?: string;
  /** Kind and id of the caller. */
  caller?: string;
}

/** A request that has been answered, or whose connection ended before. */
export interface Ended {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  /** Of the answer; 0 when there was none. */
  status: number;
  /** Sent for the answer, head included. */
  bytes: number;
  /** From the request's head to the end of its answer or of the connection. */
  milliseconds: number;
  told: Told;
}

/** Answers one request. */
export type Answer = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** The answer to a request when it is ready to be sent; undefined for all other requests. */
export type ReadyAnswer = (request: Heard, bindings: Bindings) => Reply | undefined;

/** Where to listen, and how long to wait for the other end. */
export interface ListenOptions {
  host: string;
  /** 0 for one that is free. */
  port: number;
  /** In PEM: the server speaks HTTPS. */
  tls?: { cert: string; key: string } | undefined;
  patience?: Partial<Patience>;
  /**
   * Asked first: its replies are sent without a `Request` and a `Response` between, in half the time.
   * One that throws counts as one without a reply.
   */
  ready?: ReadyAnswer;
  /** Called once for each request, when its answer is sent or its connection gone. */
  ended?: ((exchange: Ended) => void) | undefined;
  /** Called with what `answer` threw; the request gets `internal`. */
  failed?: (error: unknown) => void;
}

/** A server that listens. */
export interface Listener {
  port: number;
  /**
   * Goes on answering, and ends each connection with its next answer: so a proxy has none left open
   * when the server closes, on which it could lose a request.
   */
  leave(): void;
  /** Takes no more requests; settles when the running ones are answered. */
  close(): Promise<void>;
  /** Ends every connection at once. */
  abort(): void;
}

/** The last request of a connection, its answer, and the answers before it that were not sent then. */
type Exchange = [IncomingMessage, ServerResponse, readonly ServerResponse[]];

/**
 * Requests of one connection that may wait behind one whose answer is not sent. Who sends more
 * without reading would fill the memory, as each is parsed and answered at once.
 */
const MOST_WAITING = 64;

/**
 * Listens and answers. Node's server, not Deno's own: it closes a connection whose other end sends
 * a request too slowly, sends none, or does not read its answer.
 *
 * @throws the system's error when the address cannot be listened on
 */
export async function listen(answer: Answer, options: ListenOptions): Promise<Listener> {
  const patience = { ...PATIENCE, ...options.patience };
  const server = await serverFor(patience, options.tls);
  const secured = new WeakSet<Socket>();
  server.on("secureConnection", (socket: Socket) => secured.add(socket));
  const opened = options.tls === undefined ? "connection" : "secureConnection";
  server.on(opened, keepToOwnParser);
  leaveSlowReaders(server, opened, patience);
  const exchanges = new WeakMap<Socket, Exchange>();
  const respond = requestListener(answer, options);
  let leaving = false;
  server.on("request", (incoming, outgoing) => {
    const { socket } = incoming;
    // Of bytes that came with those for which it was closed.
    if (socket.destroyed) return;
    const waiting = waitingBefore(exchanges.get(socket));
    if (waiting.length > MOST_WAITING) {
      socket.destroy();
      return;
    }
    exchanges.set(socket, [incoming, outgoing, waiting]);
    if (leaving) outgoing.shouldKeepAlive = false;
    const followed = options.ended && follow(incoming, outgoing, options.ended);
    const bindings = followed?.bindings ?? addressOf(incoming);
    const reply = readyReply(incoming, bindings, options);
    if (reply !== undefined) {
      send(outgoing, reply);
      followed?.ended();
      return;
    }
    if (followed !== undefined) {
      BINDINGS.set(incoming, bindings);
      outgoing.once("close", followed.ended);
    }
    void respond(incoming, outgoing);
  });
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    const [, outgoing] = exchanges.get(socket as Socket) ?? [];
    // An answer that has begun cannot be followed by another.
    const begun = outgoing?.headersSent === true && !outgoing.writableFinished;
    // Who has not agreed on keys could not read one either.
    const deaf = !socket.writable || options.tls !== undefined && !secured.has(socket as Socket);
    if (deaf || begun || error.code === "ECONNRESET") socket.destroy();
    else socket.end(rawAnswer(requestError(error.code)));
  });
  server.setTimeout(patience.silence, (socket: Socket) => {
    if (!isOurTurn(socket, exchanges.get(socket))) socket.destroy();
  });
  await listening(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    leave() {
      leaving = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
    abort: () => server.closeAllConnections(),
  };
}

async function serverFor(
  patience: Patience,
  tls: ListenOptions["tls"],
): Promise<Server | TlsServer> {
  const limits = {
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionsCheckingInterval: patience.check,
  };
  if (tls === undefined) return createServer(limits);
  const https = await import("node:https");
  return https.createServer({ ...limits, ...tls, handshakeTimeout: patience.head });
}

/** The bindings of requests whose end somebody wants to know. */
const BINDINGS = new WeakMap<IncomingMessage, Bindings>();

/** A request as it is followed to its end. */
interface Followed {
  bindings: Bindings;
  /** Tells that the answer is sent, or the connection gone. */
  ended(): void;
}

function follow(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ended: NonNullable<ListenOptions["ended"]>,
): Followed {
  const { socket } = incoming;
  const told: Told = {};
  const bindings: Bindings = { ...addressOf(incoming), told };
  const began = performance.now();
  const before = socket.bytesWritten;
  return {
    bindings,
    ended: () =>
      ended({
        method: incoming.method ?? "",
        target: incoming.url ?? "",
        status: outgoing.headersSent ? outgoing.statusCode : 0,
        bytes: socket.bytesWritten - before,
        milliseconds: performance.now() - began,
        told,
      }),
  };
}

function readyReply(
  incoming: IncomingMessage,
  bindings: Bindings,
  { ready, failed }: ListenOptions,
): Reply | undefined {
  if (ready === undefined) return undefined;
  const request = heard(incoming);
  try {
    return request && ready(request, bindings);
  } catch (error) {
    failed?.(error);
    return undefined;
  }
}

function addressOf({ socket: { remoteAddress } }: IncomingMessage): Bindings {
  return remoteAddress === undefined ? {} : { remoteAddress };
}

function requestListener(answer: Answer, { failed }: ListenOptions) {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await answer(
        platformRequest(request),
        BINDINGS.get(incoming as IncomingMessage) ?? addressOf(incoming as IncomingMessage),
      );
      const sent = sendDirectly(response, outgoing as ServerResponse, (error) => failed?.(error));
      if (sent === undefined) return response;
      await sent;
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
          { hint: "Try again. If it happens again, tell the operator when you asked.", cause },
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
  outgoing.writeHead(status, headers as Record<string, string>);
  outgoing.end(body ?? undefined);
}

const SAFE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** The answers of a connection that are not sent when the next request comes. */
function waitingBefore(last: Exchange | undefined): readonly ServerResponse[] {
  // They are sent in turn.
  if (last === undefined || last[1].writableFinished) return NONE;
  return [...last[2].filter((answer) => !answer.writableFinished), last[1]];
}

const NONE: readonly ServerResponse[] = [];

/** True while a request is being answered and nothing waits for the other end to read. */
function isOurTurn(socket: Socket, exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  const [incoming, outgoing] = exchange;
  return incoming.complete && !outgoing.writableFinished && socket.writableLength === 0 &&
    outgoing.writableLength === 0;
}

function listening(server: Server | TlsServer, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}
