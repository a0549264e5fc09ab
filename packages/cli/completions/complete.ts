import { processHost } from "../frame/host.ts";
import { candidates } from "./candidates.ts";

/** Prints what may follow `words`, a line each. */
export async function complete(words: readonly string[]): Promise<void> {
  const host = processHost();
  const { names = [] } = await candidates(words, host) ?? {};
  host.stdout(names.map(({ name }) => `${name}\n`).join(""));
}
