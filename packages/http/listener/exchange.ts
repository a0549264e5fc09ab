import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What is known of a request beside itself: the address of the connection's other end. */
export interface Bindings {
  remoteAddress?: string;
  /** Where whoever answers leaves what {@link Ended.record} is; absent where nobody is told. */
  record?: AccessRecord;
}

/** What is said of a request by those who answered it. Nothing of it is a secret. */
export interface AccessRecord {
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
  record: AccessRecord;
}

/** The last request of a connection, its answer, and the answers before it that were not sent then. */
export type Exchange = [IncomingMessage, ServerResponse, readonly ServerResponse[]];

/** The answers of a connection that are not sent when the next request comes. */
export function waitingBefore(last: Exchange | undefined): readonly ServerResponse[] {
  // They are sent in turn.
  if (last === undefined || last[1].writableFinished) return NONE;
  return [...last[2].filter((answer) => !answer.writableFinished), last[1]];
}

const NONE: readonly ServerResponse[] = [];

/** True while a request is being answered and nothing waits for the other end to read. */
export function isOurTurn(socket: Socket, exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  const [incoming, outgoing] = exchange;
  return incoming.complete && !outgoing.writableFinished && socket.writableLength === 0 &&
    outgoing.writableLength === 0;
}

/** True when the last request is there and answered, and the connection stays open. */
export function isSettled(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  const [incoming, outgoing] = exchange;
  return incoming.complete && outgoing.writableFinished && outgoing.shouldKeepAlive;
}

/** A request as it is followed to its end. */
export interface Followed {
  bindings: Bindings;
  /** Tells that the answer is sent, or the connection gone. */
  ended(): void;
}

/** Follows a request, from when it was heard. */
export function follow(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ended: (exchange: Ended) => void,
  bindings: Bindings = { ...addressOf(incoming.socket), record: {} },
): Followed {
  const { socket } = incoming;
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
        record: bindings.record ?? {},
      }),
  };
}

/** Who is at the other end. */
export function addressOf({ remoteAddress }: Socket): Bindings {
  return remoteAddress === undefined ? {} : { remoteAddress };
}
