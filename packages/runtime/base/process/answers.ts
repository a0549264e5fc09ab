import { linesOf } from "./lines.ts";

/** The first line of a child that has loaded its module; later lines each answer a question. */
export const READY = "ready";

/** What a child says to a question: an answer, or the words of what was thrown. */
export type Reply<Answer> = { answer: Answer } | { thrown: string };

/**
 * Answers the questions that come in on stdin, a JSON document a line each, until it closes. For the
 * module of an `answerer`.
 */
export async function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): Promise<void> {
  print(READY);
  // Whoever asks is svc itself; the heap's limit bounds what it may ask.
  for await (const line of linesOf(Deno.stdin.readable, { longest: Infinity })) {
    print(JSON.stringify(await replyTo(() => answer(JSON.parse(line) as Question))));
  }
}

async function replyTo<Answer>(answer: () => Answer | Promise<Answer>): Promise<Reply<Answer>> {
  try {
    return { answer: await answer() };
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error) };
  }
}

function print(line: string): void {
  const bytes = new TextEncoder().encode(`${line}\n`);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}
