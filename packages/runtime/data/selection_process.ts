// Evaluates expressions in a process of its own, which `search.ts` can kill.
import { isSvcError } from "@svc/core/error";
import { answerQuestions } from "../base/process/answers.ts";
import type { SelectionRecord } from "./expression.ts";
import { type Match, matches, type Selection } from "./selection.ts";

/** What a selection is made from. */
export interface SelectionTask {
  records: SelectionRecord[];
  selection: Selection;
}

/** What came of it; an error crosses processes as its texts. */
export type SelectionAnswer =
  | { matches: Match[] }
  | { refused: { message: string; hint: string | undefined } };

function select({ records, selection }: SelectionTask): SelectionAnswer {
  try {
    return { matches: matches(records, selection) };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { refused: { message: error.message, hint: error.hint } };
  }
}

if (import.meta.main) await answerQuestions(select);
