import type { MethodContext } from "../platform/context.ts";
import type { Outcome } from "../platform/outcome.ts";
import { terminalLine } from "../platform/terminal.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  "created": "{what} was created",
  "exists": "{what} exists already; nothing was written",
  "updated": "{what} was completed",
  "would-create": "{what} would be created; run again with dryRun=false to do it",
  "would-update": "{what} would be completed; run again with dryRun=false to do it",
};

/** Tells the person who runs a method what became of a thing, in the run's log. */
export function say(
  { logger }: Pick<MethodContext, "logger">,
  what: string,
  outcome: Outcome,
): void {
  const sentence = SENTENCES[outcome];
  if (sentence !== undefined) logger.info(sentence, { what: terminalLine(what) });
}
