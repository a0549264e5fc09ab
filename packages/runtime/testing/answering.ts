// Answers questions as a test wants them answered, in a process that the test kills.
import { answerQuestions } from "../base/process/answers.ts";

/** What the process is to do. */
export type Question = "pid" | "loop" | "exit" | "fill" | "throw" | { read: string } | {
  say: string;
};

function answer(question: Question): unknown {
  switch (question) {
    case "pid":
      return Deno.pid;
    case "loop":
      for (;;);
    case "exit":
      return Deno.exit(3);
    case "fill":
      for (const all: unknown[] = [];;) all.push(new Array(1000).fill(all.length));
    case "throw":
      throw new Error("on purpose");
  }
  return "read" in question ? Deno.readTextFileSync(question.read) : question.say;
}

if (import.meta.main) await answerQuestions(answer);
