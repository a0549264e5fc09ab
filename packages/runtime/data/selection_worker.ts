import { isSvcError } from "@svc/core/error";
import type { DataRecord } from "./record.ts";
import { type Match, matches, type Selection } from "./selection.ts";

/** What a selection is made from. */
export interface SelectionTask {
  records: DataRecord[];
  selection: Selection;
}

/** What came of it; an error crosses threads as its texts. */
export type SelectionAnswer =
  | { matches: Match[] }
  | { refused: { message: string; hint: string | undefined } };

const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<SelectionTask>) => void;
  postMessage(answer: SelectionAnswer): void;
};

thread.onmessage = ({ data }) => {
  try {
    thread.postMessage({ matches: matches(data.records, data.selection) });
  } catch (error) {
    const { message } = error as Error;
    const hint = isSvcError(error) ? error.hint : undefined;
    thread.postMessage({ refused: { message, hint } });
  }
};
