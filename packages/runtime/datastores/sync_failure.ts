import { isSvcError, messageOf, SvcError } from "@svc/core/error";
import { isDiskFull } from "../base/files/disk_full.ts";

/** Has the provider bring files. @throws SvcError `datastore_failed` for what it throws */
export async function transfer(
  work: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Who is asked after the end may wait for one that never comes.
  signal?.throwIfAborted();
  try {
    await work();
  } catch (error) {
    if (isSvcError(error) || signal?.aborted || isDiskFull(error)) throw error;
    throw new SvcError(
      "datastore_failed",
      `The datastore failed: ${messageOf(error)}`,
      { cause: error, hint: "Nothing is lost. Try again: what has been transferred stays." },
    );
  }
}

/** An error of a sync as a person is to see it. */
export function plainError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (isSvcError(error)) return error;
  if (signal?.aborted) {
    return new SvcError("cancelled", "The sync was cancelled", {
      hint: "Nothing is lost. Run it again to go on.",
      cause: error,
    });
  }
  if (!isDiskFull(error)) return error;
  return new SvcError("disk_full", "The disk is full; the sync is not complete", {
    hint: "Nothing is lost. Free some space, then run it again: it goes on where it stopped.",
    cause: error,
  });
}
