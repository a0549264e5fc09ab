import { deepEqual, equal, ok } from "node:assert/strict";
import { temporaryFolder } from "../../runtime/testing/extension.ts";
import { openEventWriter, readEvents } from "./event_file.ts";
import type { NumberedEvent, RunStreamEvent } from "./run.ts";

const NOW = new Date("2026-03-04T05:06:07.089Z");

/** A file of events in a folder of its own. */
async function eventFile(limitBytes = 10_000_000) {
  const folder = await temporaryFolder();
  const path = `${folder.path}/run.ndjson`;
  return {
    path,
    write(...events: RunStreamEvent[]) {
      using writer = openEventWriter(path, { limitBytes, now: () => NOW });
      for (const event of events) writer.append(event);
    },
    all(): NumberedEvent[] {
      const place = { offset: 0 };
      const found: NumberedEvent[] = [];
      for (let some = readEvents(path, place); some.length > 0; some = readEvents(path, place)) {
        found.push(...some);
      }
      return found;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const output = (text: string): RunStreamEvent => ({ kind: "output", level: "info", text });
const textOf = ({ event }: NumberedEvent) => event.kind === "output" ? event.text : event.kind;

Deno.test("events are numbered from one, also when the file was closed between", async () => {
  await using file = await eventFile();
  file.write({ kind: "queued", position: 3 });
  file.write(output("a"), output("b"));
  file.write({ kind: "ended", status: "failed" });
  deepEqual(
    file.all().map(({ seq, at }) => [seq, at]),
    [1, 2, 3, 4].map((seq) => [
      seq,
      NOW.toISOString(),
    ]),
  );
  equal((await Deno.stat(file.path)).mode! & 0o777, 0o600);
});

Deno.test("a reader goes on where it was, and finds only whole lines", async () => {
  await using file = await eventFile();
  const place = { offset: 0 };
  deepEqual(readEvents(file.path, place), [], "there is no file yet");
  file.write(output("a"));
  deepEqual(readEvents(file.path, place).map(textOf), ["a"]);
  deepEqual(readEvents(file.path, place), []);
  await Deno.writeTextFile(file.path, '{"seq":2,"at":"', { append: true });
  deepEqual(readEvents(file.path, place), [], "a killed server left a part of a line");
  file.write(output("b"));
  deepEqual(readEvents(file.path, place).map((one) => [one.seq, textOf(one)]), [[2, "b"]]);
});

Deno.test("whatever a method prints comes back as it was, one line an event", async () => {
  await using file = await eventFile();
  const texts = [
    "",
    "\n\n",
    "\r\ndata: forged\r\n\r\n",
    "id: 99\nevent: ended\ndata: {}\n\n",
    "\0\u0001\u001b[31m\u007f\u0085\u2028\u2029",
    "\ud800 alone",
    "\ufeffbom",
    "x".repeat(300_000),
    "ä".repeat(70_000),
    '"}\n{"seq":1}',
  ];
  file.write(...texts.map(output));
  deepEqual(file.all().map(textOf), texts);
  const raw = await Deno.readFile(file.path);
  equal(raw.filter((byte) => byte === 10).length, texts.length);
  ok(!raw.some((byte) => byte < 32 && byte !== 10), "no control byte");
});

Deno.test("output beyond the limit is left out and said once; how the run goes on is kept", async () => {
  await using file = await eventFile(2000);
  const data: RunStreamEvent = {
    kind: "data",
    artifact: {
      id: "1",
      name: "n",
      version: 1,
      specName: "s",
      kind: "resource",
      size: 1,
      checksum: "ab",
      writtenAt: undefined,
      attributes: { large: "z".repeat(5000) },
    },
  };
  const many = Array.from({ length: 50 }, () => [output("y".repeat(100)), data]).flat();
  file.write(...many, { kind: "ended", status: "succeeded" });
  const kinds = file.all().map(({ event }) => event.kind);
  equal(kinds.filter((kind) => kind === "truncated").length, 1);
  deepEqual(kinds.slice(-2), ["truncated", "ended"]);
  ok(kinds.includes("data"));
  const { size } = await Deno.stat(file.path);
  ok(size < 2500, `${size} bytes`);
});

Deno.test("one line that is longer than the limit is left out whole", async () => {
  await using file = await eventFile(1000);
  file.write(output("a"), output("b".repeat(1001)), output("c"));
  deepEqual(file.all().map(textOf), ["a", "truncated"]);
});
