import { deepEqual, equal, match, notEqual, rejects } from "node:assert/strict";
import type { Question } from "../../testing/answering.ts";
import { isRunning, untilGone, workspaceProcess } from "../../testing/process.ts";
import { refusal } from "../../testing/refusal.ts";
import { type Answerer, answerer, type AnswererOptions } from "./answerer.ts";
import { linesOf } from "./lines.ts";

const LONG = { timeLimitMs: 3_600_000 };
const SHORT = { timeLimitMs: 50 };

function asked(options: Partial<AnswererOptions> = {}): Answerer<Question, unknown> {
  return answerer({
    module: `${import.meta.dirname}/../../testing/answering.ts`,
    task: "The question",
    heapMb: 64,
    ...options,
  });
}

Deno.test("a busy process is killed when its time is over, and the next question starts another", async () => {
  await using process = asked();
  const pid = await process.ask("pid", LONG) as number;
  equal(await isRunning(pid), true);
  await rejects(
    process.ask("loop", SHORT),
    refusal("timeout", /^The question took longer than 0\.05 s/),
  );
  equal(await isRunning(pid), false);
  notEqual(await process.ask("pid", LONG), pid);
});

Deno.test("a signal ends a busy process at once, and one that aborted before starts none", async () => {
  await using process = asked();
  const pid = await process.ask("pid", LONG) as number;
  const abort = new AbortController();
  const endless = process.ask("loop", { ...LONG, signal: abort.signal });
  abort.abort();
  await rejects(endless, refusal("cancelled", /^The question was cancelled/));
  equal(await isRunning(pid), false);
  await rejects(process.ask("pid", { ...LONG, signal: abort.signal }), refusal("cancelled"));
});

Deno.test("disposing leaves no process, busy or idle", async () => {
  const idle = asked();
  const pid = await idle.ask("pid", LONG) as number;
  await idle[Symbol.asyncDispose]();
  equal(await isRunning(pid), false);

  const busy = asked();
  const other = await busy.ask("pid", LONG) as number;
  const endless = rejects(busy.ask("loop", LONG), refusal("internal", /its process ended/));
  await busy[Symbol.asyncDispose]();
  await endless;
  equal(await isRunning(other), false);
});

Deno.test("questions asked at once are answered in turn, whatever characters they hold", async () => {
  await using process = asked();
  const texts = ["a\nb", "\u2028", "\0", "é".repeat(100_000), "\ud83d\ude00"];
  deepEqual(await Promise.all(texts.map((say) => process.ask({ say }, LONG))), texts);
});

Deno.test("the process may do nothing: it reads no file", async () => {
  await using process = asked();
  await rejects(
    process.ask({ read: "/etc/passwd" }, LONG),
    refusal("internal", /Requires read access/),
  );
});

Deno.test("a process that throws, exits or runs out of memory is told apart", async () => {
  await using process = asked();
  await rejects(process.ask("throw", LONG), refusal("internal", /failed: on purpose/));
  await rejects(process.ask("exit", LONG), refusal("internal", /its process ended/));
  await rejects(process.ask("fill", LONG), refusal("memory_limit", /more than 64 MB/));
});

Deno.test("a process that has answered for long makes room for another, before its time is used up", async () => {
  await using often = asked({ busyMs: 0 });
  const pids = await Promise.all([often.ask("pid", LONG), often.ask("pid", LONG)]);
  notEqual(pids[0], pids[1]);
  equal(await isRunning(pids[0] as number), false);
  await using once = asked({ busyMs: LONG.timeLimitMs });
  equal(await once.ask("pid", LONG), await once.ask("pid", LONG));
});

Deno.test("the kernel bounds the time of a busy process even when nobody kills it", async () => {
  await using process = asked();
  const pid = await process.ask("pid", LONG) as number;
  match(await Deno.readTextFile(`/proc/${pid}/limits`), /^Max cpu time +40 +40 +seconds/m);
});

for (const end of ["exit", "SIGKILL"] as const) {
  Deno.test(`a busy process ends with the one that asks it: ${end}`, async () => {
    const asking = workspaceProcess(`${import.meta.dirname}/../../testing/asking.ts`, {
      then: end === "exit" ? "exit" : "wait",
    });
    let pid = 0;
    for await (const line of linesOf(asking.stdout)) {
      pid = Number(line);
      if (end === "SIGKILL") asking.kill(end);
    }
    await asking.status;
    equal(pid > 0, true);
    await untilGone(pid, { cpuSeconds: 20 });
  });
}

Deno.test("a question that waits its turn when it is disposed of starts no process any more", async () => {
  const process = asked();
  await process.ask("pid", LONG);
  const endless = rejects(process.ask("loop", LONG), refusal("internal"));
  const next = rejects(process.ask("pid", LONG), refusal("cancelled"));
  await process[Symbol.asyncDispose]();
  await Promise.all([endless, next]);
});
