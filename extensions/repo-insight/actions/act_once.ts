import { failureOf } from "../../platform/failure.ts";
import { type ActionDetails, intendedAt, type Journal } from "./journal.ts";

/** A write that must happen once. */
export interface Act<Made> {
  /** What is written, for errors, for example `a comment on octocat/hello-world#1`. */
  what: string;
  /** Written down before the write. */
  intent: ActionDetails;
  /**
   * Finds what the write made, now or in an earlier run.
   *
   * @param since when an earlier run meant to write, ISO 8601; null when none is known of
   */
  look(since: string | null): Promise<Made | undefined>;
  write(): Promise<Made>;
}

/** What a write left upstream, and whether this run made it. */
export interface Effect<Made> {
  made: Made;
  outcome: "created" | "exists";
}

/**
 * Writes what is not there yet. The intent is on the disk before the call. A lost answer may have
 * taken effect: that is looked up, the call is not repeated. A refusal is recorded, so that the key
 * can be tried again; a write whose fate is unknown stays an intent for the next run.
 *
 * @throws PlatformFailure when the write was refused, or when its fate is unknown.
 */
export async function actOnce<Made>(
  journal: Journal,
  { what, intent, look, write }: Act<Made>,
): Promise<Effect<Made>> {
  const found = await look(intendedAt(journal.before));
  if (found !== undefined) return { made: found, outcome: "exists" };
  const since = new Date().toISOString();
  await journal.intend(intent);
  try {
    return { made: await write(), outcome: "created" };
  } catch (error) {
    const failure = failureOf(error, what);
    if (failure.code !== "unavailable") {
      await journal.finish({ outcome: "failed", reason: failure.message });
      throw failure;
    }
    const made = await look(since);
    if (made === undefined) throw failure;
    return { made, outcome: "exists" };
  }
}
