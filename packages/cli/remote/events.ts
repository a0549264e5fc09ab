import { isSvcError, SvcError } from "@svc/core/error";
import type { NumberedEvent } from "@svc/serve/runs";
import { alarm } from "./alarm.ts";
import { isOfType, PATIENCE, send } from "./call.ts";
import { strangeAnswer, unanswered } from "./refusal.ts";
import type { ServerAddress } from "./server_address.ts";
import { parsedJson } from "@svc/core/json";
import { createParser } from "eventsource-parser";

/** The longest event, in characters: a server keeps less of a whole run. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Takes the text of a stream of server-sent events piece by piece and answers the events of a run that
 * each piece completes.
 *
 * @throws SvcError `body_too_large`
 */
function eventParser({ url }: ServerAddress): (text: string) => NumberedEvent[] {
  let complete: NumberedEvent[] = [];
  let tooLong = false;
  const parser = createParser({
    maxBufferSize: LONGEST,
    onEvent({ data }) {
      const event = numbered(data);
      if (event !== undefined) complete.push(event);
    },
    onError: ({ type }) => void (tooLong ||= type === "max-buffer-size-exceeded"),
  });
  return (text) => {
    complete = [];
    parser.feed(text);
    if (!tooLong) return complete;
    throw new SvcError(
      "body_too_large",
      `${url} sends an event of more than ${LONGEST} characters`,
      {
        hint: "This does not look like 'svc serve'. Check the address.",
      },
    );
  };
}

/** What stands in a message; undefined for anything but an event of a run. */
function numbered(data: string): NumberedEvent | undefined {
  const found = parsedJson(data) as Partial<NumberedEvent> | null | undefined;
  const isOne = Number.isSafeInteger(found?.seq) && found!.seq! > 0 &&
    typeof found!.event?.kind === "string" &&
    (found!.event.kind !== "output" || typeof found!.event.text === "string");
  return isOne ? found as NumberedEvent : undefined;
}

/** Milliseconds without a word, after which a connection counts as lost; servers say something sooner. */
const SILENCE_MS = 60_000;

/** Why a connection was given up. */
const LATE = new DOMException("nothing came", "TimeoutError");

/** Which events are wanted. */
export interface Wanted {
  /** Number of the last event that is known. */
  after: number;
  /** Milliseconds of silence (default: 60,000). */
  silenceMs?: number | undefined;
}

/**
 * The events of a run behind number `after`, as they come; the caller leaves at the last one. Ends by
 * itself after a minute of silence: the connection may be lost, or the run quiet. What is not an event of a
 * run is left out.
 *
 * @throws SvcError the server's refusal; `server_unreachable`, `timeout` or `unavailable` when there is
 *   no stream, or it breaks; `body_too_large` for an event that is too long
 */
export async function* eventsOf(
  server: ServerAddress,
  run: string,
  { after, silenceMs = SILENCE_MS }: Wanted,
): AsyncGenerator<NumberedEvent> {
  const connection = new AbortController();
  const clock = alarm(() => connection.abort(LATE));
  let open = false;
  try {
    clock.set(PATIENCE.connect);
    const response = await send(server, "runs.events", {
      params: { run },
      headers: after === 0 ? {} : { "last-event-id": String(after) },
      signal: connection.signal,
    }, "text/event-stream");
    if (response.status === 204) return yield over(after);
    if (!isOfType(response, "text/event-stream")) throw await strangeAnswer(server, response);
    open = true;
    clock.set(silenceMs);
    const parse = eventParser(server);
    for await (const text of (response.body ?? empty()).pipeThrough(new TextDecoderStream())) {
      clock.set(silenceMs);
      yield* parse(text);
    }
    throw new SvcError("unavailable", `${server.url} ended the connection before the run did`);
  } catch (error) {
    if (isSvcError(error)) throw error;
    if (!open || !connection.signal.aborted) throw unanswered(server, error, PATIENCE.connect);
  } finally {
    clock.set();
    connection.abort();
  }
}

/** What a server says behind the last event: there are no more. */
function over(after: number): NumberedEvent {
  const event = { kind: "ended", status: "succeeded" } as const;
  return { seq: after + 1, at: new Date().toISOString(), event };
}

function empty(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
