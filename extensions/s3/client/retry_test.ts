import assert from "node:assert/strict";
import type { Answer } from "./answer.ts";
import { isFailure } from "./failure.ts";
import { pause, retried } from "./retry.ts";

function answerOf(status: number, code = "", headers: HeadersInit = {}): Answer {
  const body = new TextEncoder().encode(code === "" ? "" : `<Error><Code>${code}</Code></Error>`);
  return { status, headers: new Headers(headers), body };
}

/** Sends until it ends; each entry is what one try gives. */
async function tryAll(outcomes: (Answer | Error)[], tries = 6) {
  const waits: number[] = [];
  let tried = 0;
  const attempt = () => {
    const outcome = outcomes[Math.min(tried++, outcomes.length - 1)]!;
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  const waited = (ms: number) => Promise.resolve(void waits.push(ms));
  const last = await retried(attempt, { tries, pause: waited }, undefined)
    .catch((error: unknown) => error);
  return { last, tried, waits };
}

Deno.test("a busy store is asked again, and its last answer is given", async () => {
  const busy = answerOf(503, "SlowDown");
  assert.deepEqual(
    await tryAll([busy, answerOf(500), answerOf(429), answerOf(200)]).then(
      ({ last, tried }) => [(last as Answer).status, tried],
    ),
    [200, 4],
  );
  const { last, tried, waits } = await tryAll([busy]);
  assert.deepEqual([last, tried, waits.length], [busy, 6, 5]);
  for (const code of ["RequestTimeout", "ConditionalRequestConflict", "BadDigest"]) {
    assert.equal((await tryAll([answerOf(400, code), answerOf(200)])).tried, 2, code);
  }
});

Deno.test("an answer that stays is given at once", async () => {
  const staying = [
    answerOf(200),
    answerOf(301, "PermanentRedirect"),
    answerOf(403, "AccessDenied"),
    answerOf(404, "NoSuchKey"),
    answerOf(412, "PreconditionFailed"),
    answerOf(501, "NotImplemented"),
    answerOf(507),
  ];
  for (const answer of staying) {
    assert.deepEqual(await tryAll([answer]), { last: answer, tried: 1, waits: [] });
  }
});

Deno.test("a store asks for at most twenty seconds of patience", async () => {
  for (const [asked, least, most] of [["3", 3000, 20_000], ["1e9", 20_000, 20_000]] as const) {
    const busy = answerOf(503, "", { "retry-after": asked });
    const { waits } = await tryAll([busy, answerOf(200)]);
    assert.ok(waits[0]! >= least && waits[0]! <= most, `${asked}: ${waits}`);
  }
  for (const asked of ["soon", "-5", "NaN", "Infinity"]) {
    const { waits } = await tryAll([answerOf(503, "", { "retry-after": asked }), answerOf(200)]);
    assert.ok(waits[0]! >= 0 && waits[0]! <= 20_000, `${asked}: ${waits}`);
  }
});

Deno.test("without any answer it ends sooner, and an error of our own at once", async () => {
  const silent = await tryAll([new TypeError("error sending request for url (https://secret)")]);
  assert.equal(silent.tried, 4);
  assert.ok(isFailure(silent.last, "unreachable") && !silent.last.message.includes("secret"));
  const bug = new RangeError("a bug");
  assert.deepEqual(await tryAll([bug]), { last: bug, tried: 1, waits: [] });
});

Deno.test("a wait ends when it is cancelled, and leaves no timer behind", async () => {
  const controller = new AbortController();
  const waiting = pause(1_000_000, controller.signal);
  controller.abort(new Error("stopped"));
  await assert.rejects(waiting, /stopped/);
  assert.throws(() => pause(1, controller.signal), /stopped/);
});
