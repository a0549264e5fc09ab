import { LIMITS } from "@svc/core/limit";
import { ask, canAsk } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";

/**
 * A text from its option, else asked for on a terminal, else from stdin.
 *
 * @throws SvcError `usage` when it is empty or too long.
 */
export async function textOf(
  context: Pick<Context, "json" | "host">,
  name: string,
  given: string | undefined,
): Promise<string> {
  const text = given ??
    (canAsk(context)
      ? await ask(context, `${name[0]!.toUpperCase()}${name.slice(1)}`, {
        answer: `Add --${name}.`,
      })
      : await context.host.stdin());
  if (text.trim() === "") {
    throw usage(`The ${name} is empty`, [`Add --${name}, or give it on stdin.`]);
  }
  if (text.length > LIMITS.commentCharacters) {
    throw usage(`The ${name} is limited to ${LIMITS.commentCharacters} characters`);
  }
  return text.trim();
}
