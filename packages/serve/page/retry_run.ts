import { SvcError } from "@svc/core/error";
import { BLANK, holdsExpression } from "@svc/runtime/inputs";
import type { RunView } from "../answers/run.ts";
import { type Acting, admit, onceOf, operate } from "./action.ts";
import { pathTo } from "./words.ts";

/** Runs a method again with the inputs of a run that has ended, and shows the new run. */
export async function retryRun(acting: Acting, id: string): Promise<string> {
  const { run } = await admit(acting, "runs.cancel", { run: id });
  const { behavior, method, inputs } = run!;
  if (!isRepeatable(run!)) {
    throw new SvcError("conflict", "The inputs of this run are not all kept", {
      hint: "Type in again what is missing: 'Change inputs' leads to the form.",
    });
  }
  const started = await operate(acting, "runs.start", {
    params: { behavior, method },
    body: { inputs },
    once: onceOf(acting),
  });
  return pathTo("runs", started.id);
}

/** Whether a run has ended and all of its inputs are known. */
export function isRepeatable({ inputs, endedAt }: RunView): boolean {
  return endedAt !== null && inputs !== undefined && isKnown(inputs);
}

/**
 * False where a value holds a secret, which is not kept, or an expression: that of a schedule is read,
 * that of a page is a text.
 */
export function isKnown(value: unknown): boolean {
  if (value === BLANK || holdsExpression(value)) return false;
  return typeof value !== "object" || value === null || Object.values(value).every(isKnown);
}
