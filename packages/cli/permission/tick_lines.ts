import { shellWord } from "@svc/core/text";
import { type AskedPermission, linesOf } from "@svc/runtime/policy";
import { tick } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { origin } from "./question_text.ts";

/**
 * Asks which lines of a question are granted. All have a tick but the wide ones: what grants more than it
 * names is granted by a hand that did so.
 *
 * @returns what is granted
 * @throws SvcError `interrupted` when the question is left
 */
export async function tickLines(
  context: Pick<Context, "json" | "host" | "note">,
  question: string,
  asked: readonly AskedPermission[],
): Promise<AskedPermission[]> {
  const lines = linesOf(asked);
  const ticked = await tick(
    context,
    question,
    lines.map((line) => {
      const { text, wide } = line;
      const hint = wide === undefined ? origin(line) : `wide: ${wide}`;
      return {
        value: line,
        label: text.replace(":", " "),
        ...(hint === "" ? {} : { hint }),
        ticked: wide === undefined,
      };
    }),
  );
  const left = lines.filter((line) => !ticked.includes(line)).map(({ text }) => shellWord(text));
  if (left.length > 0) {
    context.note(`Not granted: ${left.join(", ")}. A run that needs it asks again.`);
  }
  return ticked.flatMap(({ permissions }) => permissions);
}
