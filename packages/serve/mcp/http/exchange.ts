import { SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import type { Caller } from "../../caller/caller.ts";

/** Whose requests a server answers, and whether svc itself has ended them. */
export interface Exchange {
  /** As the last request found them. */
  caller: Caller;
  /** True once the credential has ended, or the server stops. */
  isEnded: boolean;
}

/**
 * In the protocols of 2025 a connection that is gone is not a wish to cancel: the run goes on, and is found
 * by its id.
 */
export function isConnectionLost(reason: unknown): boolean {
  return SdkError.isInstance(reason) && reason.code === SdkErrorCode.ConnectionClosed;
}

/**
 * The answer, with `finished` called once when it holds nothing open: for a stream, when all of it was read
 * or nobody reads it any more.
 */
export function whenAnswered(response: Response, finished: () => void): Response {
  const { body, status, headers } = response;
  let isOver = false;
  const ended = () => {
    // Who cancels may have asked for more just before.
    if (!isOver) finished();
    isOver = true;
  };
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (body === null || !isStream) {
    ended();
    return response;
  }
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      ended();
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, { status, headers });
}
