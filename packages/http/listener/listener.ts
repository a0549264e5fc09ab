import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { SvcError } from "@svc/core/error";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Server as TlsServer } from "node:https";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { keepAccepting, listening, mostConnections, ownLimits } from "./accepting.ts";
import { type Ahead, type AheadOptions, answerAhead } from "./ahead.ts";
import {
  addressOf,
  type Bindings,
  type Ended,
  type Exchange,
  follow,
  isOurTurn,
  isSettled,
  waitingBefore,
} from "./exchange.ts";
import { type RequestHead, requestHead, valueOf } from "./request_head.ts";
import { keepToOwnParser } from "./own_parser.ts";
import { PATIENCE, type Patience } from "./patience.ts";
import { proof } from "./proof.ts";
import type { Reply } from "./reply.ts";
import { sendStream } from "./send_stream.ts";
import { leaveSlowReaders } from "./slow_reader.ts";
import {
  malformedRequest,
  rawAnswer,
  refusedHead,
  requestError,
  SAFE_HEADERS,
} from "./refused_connection.ts";
import { createPerSecond } from "./wire.ts";

/** Answers one request. */
export type Answer = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** The answer to a request when it is ready to be sent; undefined for all other requests. */
export type PreparedAnswer = (request: RequestHead, bindings: Bindings) => Reply | undefined;

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
  prepared?: PreparedAnswer;
  /** Called once for each request, when its answer is sent or its connection gone. */
  ended?: ((exchange: Ended) => void) | undefined;
  /** Called with what `answer` threw; the request gets `internal`. */
  failed?: (error: unknown) => void;
  /** Connections at the same time; by default what the process's limit of open files allows. */
  connections?: number;
  /** Called once when as many are open: more are closed as they come. */
  full?: (connections: number) => void;
  /** Told what Deno's server of Node does not do as svc knows it: that is done the plain way. */
  unproven?: (what: string) => void;
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

/**
 * Requests of one connection that may wait behind one whose answer is not sent. Who sends more
 * without reading would fill the memory, as each is parsed and answered at once.
 */
const MOST_WAITING = 64;

/**
 * Listens and answers. Node's server, not Deno's own: it closes a connection whose other end sends
 * a request too slowly, sends none, or does not read its answer.
 *
 * @param prove stands in for tests
 * @throws the system's error when the address cannot be listened on; SvcError `unavailable` with a
 *   Deno whose connections could get each other's parser
 */
export async function listen(
  answer: Answer,
  options: ListenOptions,
  prove: typeof proof = proof,
): Promise<Listener> {
  const proved = await prove();
  if (!proved.ownParser) throw unknownServer();
  const patience = { ...PATIENCE, ...options.patience };
  const server = await serverFor(patience, options.tls);
  const secured = new WeakSet<Socket>();
  server.on("secureConnection", (socket: Socket) => secured.add(socket));
  const opened = options.tls === undefined ? "connection" : "secureConnection";
  const exchanges = new WeakMap<Socket, Exchange>();
  const respond = requestListener(answer, options);
  const replyTo = preparedFor(options);
  let leaving = false;
  const aheads = new Map<Socket, Ahead>();
  const mayAnswerAhead = options.tls === undefined && options.prepared !== undefined;
  const answersAhead = mayAnswerAhead && proved.ahead;
  if (mayAnswerAhead && !answersAhead) options.unproven?.("answers ahead of the parser");
  const perSecond = createPerSecond(patience.idle);
  server.on(opened, (socket: Socket) => {
    const toParser = keepToOwnParser(socket);
    // Not as the connection of the proof: nobody else is to get what it sends.
    if (!toParser.data || !toParser.end) return void socket.destroy();
    if (!answersAhead) return;
    const ahead = answerAhead(socket, toParser, {
      prepared: replyTo,
      ended: options.ended,
      isFree: () => !leaving && isSettled(exchanges.get(socket)),
      perSecond,
      silence: patience.silence,
      // As the server itself grants more than it says.
      idle: patience.idle + 1000,
    });
    if (ahead === undefined) return;
    aheads.set(socket, ahead);
    socket.once("close", () => aheads.delete(socket));
  });
  server.on("request", (incoming, outgoing) => {
    const { socket } = incoming;
    const asked = aheads.get(socket)?.asked();
    // Of bytes that came with those for which it was closed.
    if (socket.destroyed) return;
    const waiting = waitingBefore(exchanges.get(socket));
    if (waiting.length > MOST_WAITING) {
      socket.destroy();
      return;
    }
    exchanges.set(socket, [incoming, outgoing, waiting]);
    outgoing.once("finish", () => dropRest(incoming));
    const refusal = refusedHead(incoming);
    // The parser drops what came behind a request to change the protocol: the next answer would be
    // taken for the one to that.
    if (leaving || refusal || valueOf(incoming.rawHeaders, "upgrade") !== null) {
      outgoing.shouldKeepAlive = false;
    }
    const followed = options.ended && follow(incoming, outgoing, options.ended, asked?.bindings);
    const bindings = followed?.bindings ?? addressOf(socket);
    const request = refusal || asked || !options.prepared ? undefined : requestHead(incoming);
    const reply = refusal ?? (asked ? asked.reply : request && replyTo(request, bindings));
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
  server.on("checkContinue", (incoming, outgoing) => {
    // Of an answer that waits for others, Node would send it behind the head, as part of the body.
    if (outgoing.socket !== null) outgoing.writeContinue();
    server.emit("request", incoming, outgoing);
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
  // What it starts keeps the process running, also where the address is taken.
  leaveSlowReaders(server, opened, patience);
  const most = options.connections ?? mostConnections(ownLimits());
  const keeps = keepAccepting(server, { most, check: patience.check, full: options.full });
  if (!keeps) options.unproven?.("accepting again after a time without files");
  return {
    port: (server.address() as AddressInfo).port,
    leave() {
      leaving = true;
    },
    close: () =>
      new Promise((resolve) => {
        leaving = true;
        NetServer.prototype.close.call(server, () => resolve());
        // Node takes a connection for idle whose last answer is not its own, read or not.
        void Promise.all([...aheads.values()].map((ahead) => ahead.sent())).then(() => {
          server.close();
          server.closeIdleConnections();
        });
      }),
    abort: () => server.closeAllConnections(),
  };
}

function unknownServer(): SvcError {
  return new SvcError("unavailable", "svc does not support the HTTP server of this Deno", {
    hint: `Connections could get each other's requests. This is Deno ${Deno.version.deno}; ` +
      "start svc with the Deno that it comes with.",
  });
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
    // `refusedHead` says what is wrong.
    requireHostHeader: false,
  };
  if (tls === undefined) return createServer(limits);
  const https = await import("node:https");
  return https.createServer({ ...limits, ...tls, handshakeTimeout: patience.head });
}

/** The bindings of requests whose end somebody wants to know. */
const BINDINGS = new WeakMap<IncomingMessage, Bindings>();

/** What is ready for a request; asked of what throws, nothing is. */
function preparedFor({ prepared, failed }: ListenOptions): AheadOptions["prepared"] {
  return (request, bindings) => {
    try {
      return prepared?.(request, bindings);
    } catch (error) {
      failed?.(error);
      return undefined;
    }
  };
}

function requestListener(answer: Answer, { failed }: ListenOptions) {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await answer(
        platformRequest(request),
        BINDINGS.get(incoming as IncomingMessage) ??
          addressOf((incoming as IncomingMessage).socket),
      );
      const sent = await sendStream(
        response,
        outgoing as ServerResponse,
        (error) => failed?.(error),
      );
      return sent ? RESPONSE_ALREADY_SENT : response;
    },
    {
      // Of a request of HTTP/1.0 that names none.
      hostname: "localhost",
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
    ...(body === null ? {} : { body, duplex: "half" as const }),
  };
  try {
    return new Request(url, init);
  } catch (cause) {
    // As a method that no browser could send.
    throw new RequestError("not a request of the platform", { cause });
  }
}

/**
 * Reads on what is left of a body when its request is answered, and drops it. Node does that by
 * itself; with Deno 2.9 a body longer than its buffers would stay, nothing behind it be read, and the
 * next request of the connection wait until that is ended for being idle.
 */
function dropRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  // A stream that nobody reads any more would stop it again.
  incoming.removeAllListeners("data");
  incoming.resume();
}

function send(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  outgoing.writeHead(status, headers as Record<string, string>);
  outgoing.end(body ?? undefined);
}
