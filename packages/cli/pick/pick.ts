import { candidates } from "../completions/candidates.ts";
import type { ArgumentSpec } from "../frame/command.ts";
import { pickOne } from "../frame/ask.ts";
import type { Host } from "../frame/host.ts";

/** What a person answered, or why they were not asked. */
export type Picked =
  | { kind: "picked"; name: string }
  /** They left the question. */
  | { kind: "left" }
  /** Nothing is missing that has a list to pick from, or the list is empty. */
  | { kind: "none" };

/**
 * Has the person at the terminal pick the argument that a command line lacks, from what completion
 * would offer for it. If looking fails, nothing is offered: the command line is refused as it is.
 *
 * @param words of the command line so far
 */
export async function pick(words: readonly string[], host: Host): Promise<Picked> {
  const found = await candidates(words, host);
  if (found === undefined || found.names.length === 0) return { kind: "none" };
  const { argument, names } = found;
  if (argument.optional && !argument.refused || argument.mayBeNew) return { kind: "none" };
  const name = await pickOne(host, question(argument), names);
  return name === undefined ? { kind: "left" } : { kind: "picked", name };
}

function question({ completes }: ArgumentSpec): string {
  return `Which ${completes === "secret" ? "key" : completes}?`;
}
