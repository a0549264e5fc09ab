// The analysing process; see `platform/process/worker.ts`.
import { analyse } from "@svc/scorecard/facts";
import { serveTasks } from "../../../platform/process/worker.ts";
import { type Answer, answerOf, type Task } from "./message.ts";
import { verifyClaimed } from "./claimed.ts";
import { openArchive } from "./submission.ts";

const deno = Deno.args[0]!;

await serveTasks(async (task, say, end) => {
  for await (const answer of answersTo(task as Task, end)) await say(answer);
});

async function* answersTo(
  { path, announced, claim }: Task,
  signal: AbortSignal,
): AsyncGenerator<Answer> {
  try {
    const { archive, submission } = await openArchive(await Deno.readFile(path), announced);
    yield { submission, provenance: claim && await verifyClaimed(claim, submission) };
    yield { facts: await analyse(archive, { deno, signal }) };
  } catch (error) {
    yield answerOf(error);
  }
}
