import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { NumberedEvent } from "../../runs/run.ts";
import { eventStream } from "./event_stream.ts";

const output = (seq: number, text: string): NumberedEvent => ({
  seq,
  at: "2026-03-04T05:06:07.089Z",
  event: { kind: "output", level: "info", text },
});

/** A stream over these events, with how many were asked for. */
function streamOf(events: AsyncGenerator<NumberedEvent>, heartbeatMs?: number) {
  let taken = 0;
  let watched = true;
  const counted: AsyncIterator<NumberedEvent> = {
    next() {
      taken++;
      return events.next();
    },
    return: () => events.return(undefined),
  };
  const closing = new AbortController();
  const response = eventStream(counted, {
    closing,
    watch: () => ({ [Symbol.dispose]: () => void (watched = false) }),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  });
  const reader = response.body!.getReader();
  return { reader, closing, taken: () => taken, watched: () => watched };
}

function textOf({ value }: ReadableStreamReadResult<Uint8Array>): string {
  return new TextDecoder().decode(value);
}

async function* many(): AsyncGenerator<NumberedEvent> {
  for (let seq = 1; seq <= 10_000; seq++) yield output(seq, "x".repeat(1000));
}

Deno.test("no more is asked for than the other end reads", async () => {
  const stream = streamOf(many());
  for (let count = 0; count < 5; count++) await stream.reader.read();
  ok(stream.taken() < 7, `${stream.taken()} events for 5 pieces`);
  await stream.reader.cancel();
});

Deno.test("comments come while nothing else does, and end with the stream", async () => {
  const waiting = Promise.withResolvers<void>();
  const stream = streamOf(
    (async function* () {
      await waiting.promise;
      yield output(1, "late");
    })(),
    1,
  );
  const seen: string[] = [];
  while (seen.filter((text) => text === ":\n\n").length < 3) {
    seen.push(textOf(await stream.reader.read()));
  }
  equal(seen[0], ": svc\n\n");
  waiting.resolve();
  let rest = "";
  for (let next = await stream.reader.read(); !next.done; next = await stream.reader.read()) {
    rest += textOf(next);
  }
  match(rest, /id: 1\nevent: output\ndata: \{"seq":1,.*"late"\}\}\n\n/);
  match(rest, /event: closed\ndata: \{"reason":"The server stops"\}\n\n$/);
  deepEqual([stream.watched(), stream.closing.signal.aborted], [false, true]);
});

Deno.test("who goes away ends the events and the watch", async () => {
  const stream = streamOf(many());
  await stream.reader.read();
  await stream.reader.cancel();
  deepEqual([stream.watched(), stream.closing.signal.aborted], [false, true]);
});

Deno.test("events that cannot be read end the watch and the comments as well", async () => {
  const stream = streamOf(
    // deno-lint-ignore require-yield
    (async function* () {
      throw new Error("too many open files");
    })(),
  );
  await rejects(async () => {
    for (;;) await stream.reader.read();
  }, /too many open files/);
  deepEqual([stream.watched(), stream.closing.signal.aborted], [false, true]);
});
