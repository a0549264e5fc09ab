import assert from "node:assert/strict";
import { SvcError } from "../error/mod.ts";
import { type Polled, pollUntil, secondsOr } from "./polling.ts";

const POLLING = {
  interval: 5,
  expiresIn: 60,
  expired: () => new SvcError("timeout", "The code expired"),
};

type Answer = Polled<string> | Error;

/** Polls what answers in turn, every five seconds for a minute; the waits move the clock. */
async function polled(answers: readonly Answer[], read = (answer: Polled<string>) => answer) {
  let time = 0;
  let asked = 0;
  const waits: number[] = [];
  const ask = () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const end = await pollUntil(POLLING, ask, read, {
    now: () => time,
    wait: (seconds) => Promise.resolve(void (waits.push(seconds), time += seconds * 1000)),
  }).catch((error: Error) => error);
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
    assert.deepEqual((await polled([trouble, again])).end, POLLING.expired(), "it passed");
    assert.equal((await polled([{ longer: 5, trouble }])).end, trouble);
  }
});

Deno.test("what else asking throws ends at once, and so does all that reading throws", async () => {
  for (const error of [new SvcError("forbidden", "No"), new TypeError("a bug")]) {
    const { end, waits } = await polled([error]);
    assert.deepEqual([end, waits], [error, [5]]);
  }
  const final = new SvcError("unavailable", "An answer without a token");
  const refuse = () => {
    throw final;
  };
  assert.deepEqual(await polled([again], refuse), { end: final, waits: [5] });
});

Deno.test("a number of seconds is what can be waited for", () => {
  for (const said of [0, -1, 3601, NaN, Infinity, "5", null, undefined]) {
    assert.equal(secondsOr(said, 7), 7);
  }
  assert.equal(secondsOr(3600, 7), 3600);
});
