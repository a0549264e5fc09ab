import type { JsonSchema } from "@svc/core/descriptor";
import { problemsOf, type SchemaProblem } from "./problems.ts";

/** A value to check. */
export interface CheckTask {
  schema: JsonSchema;
  value: unknown;
}

/** First `ready`, then the answer to each task in turn; an error crosses threads as its text. */
export type CheckAnswer = "ready" | { problems: SchemaProblem[] } | { failed: string };

const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<CheckTask>) => void;
  postMessage(answer: CheckAnswer): void;
};

thread.onmessage = ({ data: { schema, value } }) => {
  try {
    thread.postMessage({ problems: problemsOf(schema, value) });
  } catch (error) {
    thread.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};
thread.postMessage("ready");
