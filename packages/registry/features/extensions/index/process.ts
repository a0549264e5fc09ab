import { type Child, startChild } from "../../../platform/process/child.ts";
import { ProcessFailure } from "../../../platform/process/failure.ts";
import type { IndexAnswer } from "./memory/request.ts";
import type { IndexTask, IndexWorker } from "./worker.ts";

/** Tasks that may wait; a search takes some milliseconds. */
const WAITING = 500;

/** What the process answers to a task. */
export type IndexReply = { done: IndexAnswer | null } | { failed: string };

/**
 * An index in a process of its own, which may do nothing but compute: the server's thread answers
 * others meanwhile, and memory that it cannot get costs itself alone.
 *
 * @param deno path of the Deno executable
 * @param timeLimitMs time for one task
 */
export function indexProcess(
  { deno, timeLimitMs = 20_000 }: { deno: string; timeLimitMs?: number },
): IndexWorker {
  const child = startChild({
    deno,
    script: `${import.meta.dirname}/child.ts`,
    permissions: ["--ignore-env"],
    memoryMb: 4096,
    lean: true,
    timeLimitMs,
    // It is kept for as long as the server runs.
    processorSeconds: 365 * 24 * 60 * 60,
  });
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let closed = false;
  async function ask(task: IndexTask): Promise<IndexAnswer | null> {
    if (closed) throw new ProcessFailure("closed");
    if (waiting >= WAITING) throw new ProcessFailure("busy");
    waiting++;
    const mine = last.then(() => askOne(child, task));
    last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      waiting--;
    }
  }
  return {
    async put(extensions) {
      await ask({ put: extensions });
    },
    search: async (request) => (await ask({ search: request }))!,
    async warm() {
      await ask({ warm: true });
    },
    async close() {
      closed = true;
      await child.end();
    },
  };
}

async function askOne(child: Child, task: IndexTask): Promise<IndexAnswer | null> {
  let reply: IndexReply | undefined;
  await child.ask(task, (line) => (reply = line as IndexReply, true));
  if ("failed" in reply!) throw new Error(reply.failed);
  return reply!.done;
}
