// Asks a process for an endless answer and says its id on stdout; a test ends this process.
import { answerer } from "../base/process/answerer.ts";
import type { Question } from "./answering.ts";
import { untilBusy } from "./process.ts";

if (import.meta.main) {
  const { then } = JSON.parse(Deno.args[0]!) as { then: "exit" | "wait" };
  const asked = answerer<Question, number>({
    module: `${import.meta.dirname}/answering.ts`,
    task: "The question",
    heapMb: 64,
  });
  const limits = { timeLimitMs: 3_600_000 };
  const pid = await asked.ask("pid", limits);
  const endless = asked.ask("loop", limits);
  await untilBusy(pid);
  Deno.stdout.writeSync(new TextEncoder().encode(`${pid}\n`));
  if (then === "exit") Deno.exit(0);
  await endless;
}
