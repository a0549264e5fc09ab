import { READY } from "./child.ts";
import { lines } from "./lines.ts";

/** Says one line of an answer. */
export type Say = (answer: unknown) => Promise<void>;

/**
 * The loop of a child's script: a task a line on stdin, its answer in lines on stdout. It ends with
 * stdin, which is also how it ends when the server that started it is killed; `end` then tells the
 * running task.
 */
export async function serveTasks(
  work: (task: unknown, say: Say, end: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = new AbortController();
  const out = Deno.stdout.writable.getWriter();
  const say: Say = (answer) => out.write(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));
  await say(READY);
  let last: Promise<void> = Promise.resolve();
  for await (const line of lines(Deno.stdin.readable)) {
    // When nobody reads any more, there is nobody to tell.
    last = work(JSON.parse(line), say, end.signal).catch(() => {});
  }
  end.abort();
  await last;
}
