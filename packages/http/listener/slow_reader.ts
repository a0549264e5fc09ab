import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Patience } from "./patience.ts";

/** A connection as far as its other end has read, all in bytes since it opened. */
export interface Reading {
  /** Given to the connection, whether it was read or still waits. */
  given: number;
  /** What of that still waits. */
  waiting: number;
}

/**
 * Watches whether one connection's answers are read. Tell it now and then how far they are.
 *
 * @returns true once they have waited longer than the patience grants for what was given meanwhile
 */
export function readerWatch(
  { answer, rate }: Pick<Patience, "answer" | "rate">,
): (now: number, reading: Reading) => boolean {
  let since: { at: number; read: number } | undefined;
  return (now, { given, waiting }) => {
    if (waiting === 0) {
      since = undefined;
      return false;
    }
    since ??= { at: now, read: given - waiting };
    return now - since.at > answer + (given - since.read) / rate * 1000;
  };
}

/**
 * Ends connections whose other end reads too slowly: one byte now and then would keep an answer, and
 * the file behind it, for as long as somebody likes.
 */
export function leaveSlowReaders(server: Server, event: string, patience: Patience): void {
  const watched = new Map<Socket, ReturnType<typeof readerWatch>>();
  server.on(event, (socket: Socket) => {
    watched.set(socket, readerWatch(patience));
    socket.once("close", () => watched.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, isTooSlow] of watched) {
      const { bytesWritten: given, writableLength: waiting } = socket;
      if (isTooSlow(now, { given, waiting })) socket.destroy();
    }
  }, patience.check);
  server.once("close", () => clearInterval(timer));
}
