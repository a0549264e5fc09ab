import { equal } from "node:assert/strict";
import { whenAnswered } from "./exchange.ts";

const EVENTS = { headers: { "content-type": "text/event-stream" } };

/** An answer, and how often it was said to have ended. */
function watched(body: BodyInit | null, init: ResponseInit = {}) {
  let count = 0;
  const response = whenAnswered(new Response(body, init), () => void count++);
  return { response, ended: () => count };
}

Deno.test("an answer that is not a stream holds nothing open", async () => {
  const { response, ended } = watched("{}", { headers: { "content-type": "application/json" } });
  equal(ended(), 1);
  equal(await response.text(), "{}");
  equal(watched(null, { status: 202 }).ended(), 1);
});

Deno.test("a stream ends when it was read, and is what it was", async () => {
  const { response, ended } = watched("data: 1\n\n", { status: 201, ...EVENTS });
  equal(ended(), 0);
  equal(response.status, 201);
  equal(await response.text(), "data: 1\n\n");
  equal(ended(), 1);
});

Deno.test("a stream ends once when its reader goes away while it waits, and its source is told", async () => {
  let told = 0;
  const source = new ReadableStream<Uint8Array>({ cancel: () => void told++ });
  const { response, ended } = watched(source, EVENTS);
  const reader = response.body!.getReader();
  const waiting = reader.read();
  await reader.cancel();
  await waiting;
  equal(ended(), 1);
  equal(told, 1);
});

Deno.test("a stream that breaks has ended", async () => {
  const source = new ReadableStream<Uint8Array>({ pull: (to) => to.error(new Error("broken")) });
  const { response, ended } = watched(source, EVENTS);
  await response.text().catch(() => {});
  equal(ended(), 1);
});
