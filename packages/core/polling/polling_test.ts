import assert from "node:assert/strict";
import { SvcError } from "../error/mod.ts";
import { type Polled, pollUntil, secondsOr } from "./polling.ts";

type Answer = Polled<string> | Error;

/** Polls what answers in turn, every five seconds for a minute; the waits move the clock. */
async function polled(asks: readonly Answer[], reads: readonly Answer[] = []) {
  let time = 0;
  let asked = 0;
  const waits: number[] = [];
  const next = (answers: readonly Answer[]) => answers[Math.min(asked, answers.length) - 1]!;
  const settled = (answer: Answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const end = await pollUntil<Polled<string>, string>(
    { interval: 5, expiresIn: 60 },
    () => Promise.resolve().then(() => settled(asks[Math.min(asked++, asks.length - 1)]!)),
    (answer) => settled(next(reads) ?? answer),
    {
      now: () => time,
      wait: (seconds) => Promise.resolve(void (waits.push(seconds), time += seconds * 1000)),
    },
  ).catch((error: Error) => error);
  return { end, waits };
}

const again = { longer: 0 };
const done = { result: "done" };

Deno.test("polls keep their interval, and a longer one once told to", async () => {
  const { end, waits } = await polled([again, { longer: 5 }, again, { longer: 10 }, done]);
  assert.equal(end, "done");
  assert.deepEqual(waits, [5, 5, 10, 10, 20]);
});

Deno.test("trouble that may pass slows down; when the time is over, the last one is thrown", async () => {
  for (const code of ["server_unreachable", "timeout", "unavailable", "rate_limited"] as const) {
    const trouble = new SvcError(code, "Not now");
    const passed = await polled([trouble, again, done]);
    assert.deepEqual([passed.end, passed.waits], ["done", [5, 10, 10]]);
    assert.equal((await polled([again, trouble])).end, trouble);
    assert.equal((await polled([trouble, again])).end, undefined, "it passed");
    assert.equal((await polled([{ longer: 5, trouble }])).end, trouble);
  }
});

Deno.test("what else asking throws ends at once, and so does all that reading throws", async () => {
  for (const error of [new SvcError("forbidden", "No"), new TypeError("a bug")]) {
    const { end, waits } = await polled([error]);
    assert.deepEqual([end, waits], [error, [5]]);
  }
  const final = new SvcError("unavailable", "An answer without a token");
  assert.deepEqual(await polled([again], [final]), { end: final, waits: [5] });
});

Deno.test("a number of seconds is what can be waited for", () => {
  for (const said of [0, -1, 3601, NaN, Infinity, "5", null, undefined]) {
    assert.equal(secondsOr(said, 7), 7);
  }
  assert.equal(secondsOr(3600, 7), 3600);
});
