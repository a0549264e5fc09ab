import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";

/** A connection with what Deno's server of Node keeps on it. */
export type Parsed = Socket & { parser?: Parser | null };

/** What reads a connection's requests. It takes the bytes from the system until told otherwise. */
export interface Parser {
  unconsume?(): void;
  /** Called with the first byte of each request; by a number that its constructor has. */
  [event: number]: unknown;
}

/** What that server hears from a connection, and gives to the connection's parser. */
const HEARD = { data: "socketOnData", end: "socketOnEnd" } as const;

/** What gives a connection's bytes and their end to its parser, while it is that connection's. */
export interface ToParser {
  data?: (chunk: Buffer) => void;
  end?: () => void;
}

/**
 * Keeps a connection from its parser once the parser is taken from it. After bytes that are no
 * request it goes to the next connection that opens, and Deno 2.9 would go on giving it what the
 * first one sends: whoever sent garbage could ask in another client's name, who gets the answers.
 */
export function keepToOwnParser(socket: Parsed): ToParser {
  const guarded: Record<string, (...given: unknown[]) => void> = {};
  for (const [event, name] of Object.entries(HEARD)) {
    for (const listener of socket.listeners(event) as ((...given: unknown[]) => void)[]) {
      if (!listener.name.endsWith(name)) continue;
      socket.removeListener(event, listener);
      socket.on(
        event,
        guarded[event] = (...given) => {
          if (socket.parser) listener(...given);
        },
      );
    }
  }
  return guarded;
}
