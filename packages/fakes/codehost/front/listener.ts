import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Thrown by who answers: the connection ends in place of an answer, or in the middle of it. */
export class Cut extends Error {
  /** @param begun an answer of which the head and half of the body are sent */
  constructor(readonly begun?: Response) {
    super("the connection is cut");
  }
}

/** A server that listens. */
export interface Listener extends AsyncDisposable {
  /** 0 on a socket. */
  port: number;
}

/** Who answers the requests. */
export interface Answers {
  answer(request: Request): Promise<Response>;
  /** Takes what {@link answer} threw beside {@link Cut}: an error of the stand-in itself. */
  failed(error: unknown): void;
}

/**
 * Listens on a free loopback port, or on a socket, and answers. Node's server, not Deno's own: it
 * can cut a connection.
 */
export async function listen(
  { answer, failed }: Answers,
  socket?: string,
): Promise<Listener> {
  const errorHandler = (error: unknown) => {
    failed(error);
    return new Response(null, { status: 500 });
  };
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      try {
        return await answer(request);
      } catch (error) {
        if (!(error instanceof Cut)) throw error;
        await cut(outgoing as ServerResponse, error.begun);
        return RESPONSE_ALREADY_SENT;
      }
    },
    { overrideGlobalObjects: false, errorHandler },
  );
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  const done = () => listening.resolve();
  if (socket === undefined) server.listen(0, "127.0.0.1", done);
  else server.listen(socket, done);
  await listening.promise;
  return {
    port: socket === undefined ? (server.address() as AddressInfo).port : 0,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function cut(outgoing: ServerResponse, begun: Response | undefined): Promise<void> {
  if (begun !== undefined) {
    const bytes = await begun.bytes();
    outgoing.writeHead(begun.status, {
      ...Object.fromEntries(begun.headers),
      "content-length": bytes.length,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => resolve());
    await promise;
  }
  outgoing.destroy();
}
