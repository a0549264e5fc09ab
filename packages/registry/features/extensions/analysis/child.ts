// The analysing process: takes a task a line on stdin, answers on stdout, and ends with stdin, which
// is also how it ends when the server that started it is killed.
import { analyse } from "@svc/scorecard/facts";
import { type Answer, answerOf, lines, type Task } from "./message.ts";
import { openArchive } from "./submission.ts";

const deno = Deno.args[0]!;
const end = new AbortController();
const encoder = new TextEncoder();
const out = Deno.stdout.writable.getWriter();
const say = (answer: Answer) => out.write(encoder.encode(`${JSON.stringify(answer)}\n`));

let last: Promise<void> = Promise.resolve();
for await (const line of lines(Deno.stdin.readable)) last = work(JSON.parse(line));
end.abort();
await last;

async function work({ path, announced }: Task): Promise<void> {
  try {
    const { archive, submission } = await openArchive(await Deno.readFile(path), announced);
    await say({ submission });
    await say({ facts: await analyse(archive, { deno, signal: end.signal }) });
  } catch (error) {
    // When nobody reads any more, there is nobody to tell.
    await say(answerOf(error)).catch(() => {});
  }
}
