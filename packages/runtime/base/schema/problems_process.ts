// Checks values in a process of its own, which `check.ts` can kill.
import type { JsonSchema } from "@svc/core/descriptor";
import { answerQuestions } from "../process/answers.ts";
import type { SchemaProblem } from "./problem.ts";
import { problemsOf } from "./problems.ts";

/** A value to check. */
export interface CheckTask {
  schema: JsonSchema;
  value: unknown;
}

/** What is wrong with it; a schema that is none is told by its words. */
export type CheckAnswer = { problems: SchemaProblem[] } | { failed: string };

function check({ schema, value }: CheckTask): CheckAnswer {
  try {
    return { problems: problemsOf(schema, value) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

if (import.meta.main) await answerQuestions(check);
