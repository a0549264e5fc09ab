import { processHost } from "../frame/host.ts";
import { candidates } from "./candidates.ts";

/** Prints what may follow `words`, a line each. */
export async function complete(words: readonly string[]): Promise<void> {
  const host = processHost();
  host.stdout((await candidates(words, host)).map((word) => `${word}\n`).join(""));
}
