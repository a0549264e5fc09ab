import assert from "node:assert/strict";
import type { RunStreamEvent } from "@svc/serve/runs";
import { strangeServer } from "../testing/strange_server.ts";
import { followRun } from "./follow.ts";

const STREAM = { headers: { "content-type": "text/event-stream" } };

/** One event of a run, as `svc serve` writes it. */
function line(
  seq: unknown,
  event: unknown = { kind: "output", level: "info", text: `line ${seq}` },
) {
  return `id: ${seq}\ndata: ${JSON.stringify({ seq, at: "2026-11-22T10:00:00.000Z", event })}\n\n`;
}

const ended = (seq: number) => line(seq, { kind: "ended", status: "succeeded" });

/** Text, and then the connection is broken off: what the answer promised does not come. */
function cut(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Response(body, { headers: { ...STREAM.headers, "content-length": "1000000" } });
}

/** Follows a run at a server that answers so, without waiting between tries. */
async function followed(
  answer: (after: number, count: number) => Response | Promise<Response>,
  silenceMs = 10_000,
) {
  await using server = strangeServer((request, count) =>
    answer(Number(request.headers.get("last-event-id") ?? 0), count)
  );
  const seen: string[] = [];
  const gaps: number[] = [];
  const waits: number[] = [];
  const failures: string[] = [];
  const address = { url: server.url, token: "ci.secret", tokenFrom: "servers.json" } as const;
  const error = await followRun(address, "r1", {
    trying: {
      wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
      onFailure: ({ message }) => void failures.push(message.replace(server.url, "SERVER")),
    },
    onEvent: (event: RunStreamEvent) =>
      void seen.push(event.kind === "output" ? event.text : event.kind),
    onGap: (missing) => void gaps.push(missing),
    silenceMs,
  }).then(() => undefined, (error) => error);
  return { seen, gaps, waits, failures, error, asked: server.lines.length };
}

Deno.test("a connection that is cut anywhere goes on behind the last event that came whole", async () => {
  const whole = [line(1), line(2), line(3), ended(4)];
  const text = whole.join("");
  const step = 37;
  for (let at = 0; at < text.length; at += step) {
    const { seen, gaps, error } = await followed((after, count) =>
      count === 1 ? cut(text.slice(0, at)) : new Response(whole.slice(after).join(""), STREAM)
    );
    assert.equal(error, undefined);
    assert.deepEqual(seen, ["line 1", "line 2", "line 3"], `cut after ${at}`);
    assert.deepEqual(gaps, []);
  }
});

Deno.test("a stream that ends in good order before the run did is asked for again", async () => {
  const { seen, failures, asked } = await followed((after) =>
    new Response(after < 3 ? line(after + 1) : ended(4), STREAM)
  );
  assert.deepEqual(seen, ["line 1", "line 2", "line 3"]);
  assert.equal(asked, 4);
  assert.deepEqual(failures, Array(3).fill("SERVER ended the connection before the run did"));
});

Deno.test("events that come twice or late are shown once, and those that are missing are told", async () => {
  const { seen, gaps, error } = await followed(() =>
    new Response([line(1), line(2), line(2), line(1), line(7), line(3), ended(8)].join(""), STREAM)
  );
  assert.equal(error, undefined);
  assert.deepEqual(seen, ["line 1", "line 2", "line 7"]);
  assert.deepEqual(gaps, [4]);
});

Deno.test("what is not an event of a run is left out", async () => {
  const junk = [
    ": a comment\n\n",
    "data: no json\n\n",
    "data: null\n\ndata: 7\n\ndata: []\n\n",
    'event: closed\ndata: {"reason":"x"}\n\n',
    line(0) + line(-1) + line(1.5) + line("1") + line(2 ** 53),
    line(1, null) + line(1, {}) + line(1, { kind: 7 }) + line(1, { kind: "output" }),
    line(1, { kind: "output", text: { toString: 1 } }),
    "nonsense\nid: 3\nretry: 0\n\n",
  ];
  const { seen, gaps, error } = await followed(() =>
    new Response([...junk, line(1), ...junk, ended(2)].join(""), STREAM)
  );
  assert.equal(error, undefined);
  assert.deepEqual([seen, gaps], [["line 1"], []]);
});

Deno.test("after ten failures in a row it is given up, waiting longer each time up to 5 s", async () => {
  const { error, waits, failures, asked } = await followed(() =>
    new Response("<html>Bad gateway</html>", { status: 502 })
  );
  assert.equal(error.code, "unavailable");
  assert.match(
    error.message,
    /^A proxy in front of .* answered 502: it got no answer from the server/,
  );
  assert.deepEqual(waits, [1, 2, 3, 4, 5, 5, 5, 5, 5, 5].map((seconds) => seconds * 1000));
  assert.equal(failures.length, 1, "told once");
  assert.equal(asked, 11);
});

Deno.test("failures between events do not add up", async () => {
  const { error, seen } = await followed((after, count) =>
    count % 8 !== 0
      ? new Response("", { status: 503 })
      : after < 3
      ? cut(line(after + 1))
      : new Response(ended(4), STREAM)
  );
  assert.equal(error, undefined);
  assert.deepEqual(seen, ["line 1", "line 2", "line 3"]);
});

Deno.test("a server that sends the same event for ever does not keep the client for ever", async () => {
  const { error, asked } = await followed(() => new Response(line(1), STREAM));
  assert.equal(error.code, "unavailable");
  assert.equal(asked, 11);
});

Deno.test("a credential that ended, a right that went and a run that is gone stand at once", async () => {
  for (
    const [status, code] of [[401, "token_expired"], [403, "forbidden"], [404, "run_not_found"]]
  ) {
    const { error, asked, seen } = await followed((_, count) =>
      count === 1
        ? cut(line(1))
        : Response.json({ error: "No", code }, { status: status as number })
    );
    assert.equal(error.code, code);
    assert.equal(asked, 2);
    assert.deepEqual(seen, ["line 1"]);
  }
});

Deno.test("an answer that is not a stream of events is not a server of svc, and not asked again", async () => {
  for (const type of ["text/html", "application/json", "text/event-streams", ""]) {
    const { error, asked } = await followed(() =>
      new Response("data: 1\n\n", { headers: { "content-type": type } })
    );
    assert.equal(error.code, "unavailable");
    assert.match(error.message, /which is not an answer of 'svc serve'/);
    assert.equal(asked, 1, type);
  }
});

Deno.test("an event without an end is left after 16 million characters", async () => {
  const piece = new TextEncoder().encode("x".repeat(1024 * 1024));
  let sent = 0;
  const { error, asked } = await followed(() =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(sent++ === 0 ? new TextEncoder().encode("data: ") : piece);
        },
      }),
      STREAM,
    )
  );
  assert.equal(error.code, "body_too_large");
  assert.ok(sent < 40, "not much more was read");
  assert.equal(asked, 1);
});

Deno.test("a quiet connection is made again however often, as the run may be quiet", async () => {
  const { error, seen, failures, asked } = await followed((_after, count) => {
    if (count > 15) return new Response(line(1) + ended(2), STREAM);
    return new Response(
      new ReadableStream({ start: (part) => part.enqueue(new TextEncoder().encode(": svc\n\n")) }),
      STREAM,
    );
  }, 5);
  assert.equal(error, undefined);
  assert.deepEqual([seen, failures], [["line 1"], []]);
  // More when an answer took longer to come than it may be quiet here.
  assert.ok(asked > 15, `${asked}`);
});

Deno.test("204 says that nothing comes behind the last event", async () => {
  const { error, seen } = await followed((after) =>
    after === 0 ? cut(line(1)) : new Response(null, { status: 204 })
  );
  assert.equal(error, undefined);
  assert.deepEqual(seen, ["line 1"]);
});

Deno.test("a character that is split between two pieces arrives whole", async () => {
  const bytes = new TextEncoder().encode(
    line(1, { kind: "output", level: "info", text: "é😀" }) + ended(2),
  );
  const { seen } = await followed(() =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      }),
      STREAM,
    )
  );
  assert.deepEqual(seen, ["é😀"]);
});
