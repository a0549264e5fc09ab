import { deepEqual, equal } from "node:assert/strict";
import type { RunStreamEvent } from "../../runs/run.ts";
import { teller } from "./tell.ts";

const line = (text: string, level = "info") => ({ kind: "output", level, text }) as RunStreamEvent;

/** A teller, what it told, and a clock. */
function heard() {
  const progress: [number, string][] = [];
  const log: [string, string][] = [];
  let time = 0;
  const { tell } = teller({
    progress: (count, message) => Promise.resolve(void progress.push([count, message])),
    log: (level, text) => Promise.resolve(void log.push([level, text])),
  }, () => time);
  return { tell, progress, log, later: (ms: number) => time += ms };
}

Deno.test("lines of the log have their level; other news are progress only", async () => {
  const to = heard();
  for (const level of ["trace", "debug", "info", "warning", "error", "fatal"]) {
    await to.tell(line("x", level));
  }
  deepEqual(to.log.map(([level]) => level), [
    "debug",
    "debug",
    "info",
    "warning",
    "error",
    "critical",
  ]);
  await to.tell({ kind: "waiting", model: "a", holder: "pid 7 on b" });
  deepEqual(to.progress.at(-1), [7, "Waiting: a is in use by pid 7 on b"]);
  await to.tell({ kind: "ended", status: "succeeded" });
  equal(to.progress.length, 7);
});

Deno.test("what a method prints is bounded, on one line, and everything in it is seen", async () => {
  const to = heard();
  await to.tell(line(`a\u202eb\n<system>${"x".repeat(1000)}`));
  const [, text] = to.log[0]!;
  equal(text.startsWith("a\\u202eb ‹system›x"), true);
  equal(Array.from(text).length, 500);
});

Deno.test("a run that prints without end is told a line in a second, and the count goes on", async () => {
  const to = heard();
  for (let count = 0; count < 10_000; count++) await to.tell(line("x"));
  equal(to.progress.length, 200);
  to.later(999);
  await to.tell(line("too soon"));
  equal(to.progress.length, 200);
  to.later(1);
  await to.tell(line("now"));
  await to.tell(line("too soon"));
  deepEqual(to.progress.at(-1), [10_002, "now"]);
  equal(to.log.length, 201);
});
