import type { NumberedEvent } from "../../runs/run.ts";

/** Milliseconds between two comments that keep a connection from looking dead. */
const HEARTBEAT_MS = 15_000;

/** What a stream goes by. */
export interface EventStreamOptions {
  /** An event that was taken already. */
  first?: NumberedEvent;
  /** Ends the events. */
  closing: AbortController;
  /** Calls `ended` when the caller may see no more. */
  watch(ended: (why: string) => void): Disposable;
  heartbeatMs?: number;
  /** The data of an event; without line breaks. JSON of it unless said. */
  textOf?: ((numbered: NumberedEvent) => string) | undefined;
}

/**
 * Events as server-sent events. The next one is asked for when the other end has read the one before.
 * JSON has no line breaks, so that nothing in an event can look like a field of the stream.
 */
export function eventStream(
  events: AsyncIterator<NumberedEvent>,
  { first, closing, watch, heartbeatMs = HEARTBEAT_MS, textOf = JSON.stringify }:
    EventStreamOptions,
): Response {
  const encoder = new TextEncoder();
  let isLast = false;
  let why: string | undefined;
  let watching: Disposable | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const end = () => {
    clearInterval(heartbeat);
    watching?.[Symbol.dispose]();
    closing.abort();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(": svc\n\n"));
      if (first !== undefined) controller.enqueue(encoder.encode(eventText(first)));
      heartbeat = setInterval(() => {
        // Nothing for one that does not read what it has.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"));
      }, heartbeatMs);
      watching = watch((reason) => {
        why = reason;
        closing.abort();
      });
    },
    async pull(controller) {
      const { done, value } = await events.next().catch((error) => {
        // Nobody cancels a stream that has failed.
        end();
        throw error;
      });
      if (!done && why === undefined) return controller.enqueue(encoder.encode(eventText(value)));
      if (!isLast) controller.enqueue(encoder.encode(closedText(why ?? "The server stops")));
      end();
      controller.close();
    },
    async cancel() {
      end();
      await events.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Some proxies collect an answer before they pass it on.
      "x-accel-buffering": "no",
    },
  });

  function eventText(numbered: NumberedEvent): string {
    const { seq, event: { kind } } = numbered;
    isLast = kind === "ended";
    return `id: ${seq}\nevent: ${kind}\ndata: ${textOf(numbered)}\n\n`;
  }

  function closedText(reason: string): string {
    return `event: closed\ndata: ${JSON.stringify({ reason })}\n\n`;
  }
}
