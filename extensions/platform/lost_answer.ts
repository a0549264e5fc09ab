import { failureOf, PlatformFailure } from "./failure.ts";

/**
 * Does a write whose answer may get lost. When no answer comes, or a server's failure, the write may
 * have taken effect all the same: it is looked for first, and sent again, once, only when it is not
 * there.
 *
 * @param write sends the write
 * @param effect finds what the write would have made; undefined when it is not there
 */
export async function writeOnce<T>(
  write: () => Promise<T>,
  effect: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!answerLost(error)) throw error;
    return await effect() ?? await write();
  }
}

/**
 * Does a write of something that may exist twice, such as a draft release: when its answer is lost
 * and nothing is found it is not sent again, since the platform may still be working on it.
 *
 * @throws PlatformFailure `unavailable` when it is not known whether the write took effect.
 */
export async function writeUnrepeated<T>(
  write: () => Promise<T>,
  effect: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const found = answerLost(error) ? await effect() : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** Does a write that may be done twice without harm, such as of a blob: again when it is lost. */
export async function writeAgain<T>(write: () => Promise<T>): Promise<T> {
  return await writeOnce(write, () => Promise.resolve(undefined));
}

/** Whether an error leaves open if the request took effect. An aborted run is thrown on. */
function answerLost(error: unknown): boolean {
  if (error instanceof PlatformFailure) return error.code === "unavailable";
  return failureOf(error, "").code === "unavailable";
}
