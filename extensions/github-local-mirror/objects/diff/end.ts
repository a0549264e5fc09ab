import { PlatformFailure } from "../../../platform/failure.ts";
import type { Session } from "../session/session.ts";
import type { Pair } from "./pair.ts";

/**
 * A line that is no question, so that git repeats it: there its answer ends. Nobody who wrote what
 * is compared can know it. It begins with `!`, as nothing else in an answer does.
 */
export function answerEnd(): string {
  return `!${crypto.randomUUID()}\n`;
}

/** First byte of an end. */
const EXCLAMATION = 0x21;

/**
 * Reads the beginning of an answer, which names what is compared.
 *
 * @param end byte with which git ends it for commits; for trees it is always a line end
 * @throws PlatformFailure `git_failed` when there is none: git says nothing of what it does not have
 */
export async function answerBegin(
  { answers }: Session,
  { line, trees }: Pair,
  end: number,
): Promise<void> {
  if (await answers.peek() === EXCLAMATION) {
    throw new PlatformFailure("git_failed", {
      reason: `git diff-tree does not have what it is to compare, ${line}`,
      hint: "Run sync again; if it stays, look at the object repository with 'git fsck'",
    });
  }
  await answers.until(trees ? 10 : end);
}
