import { PlatformFailure } from "../../platform/failure.ts";
import type { ApiIssue } from "../../platform/subjects/from_api.ts";
import { listIssues } from "./listing.ts";
import type { LedgerRun } from "./run.ts";

/** Pages of one stream at most: a host may never come to an end. */
const MOST_PAGES = 1_000;

/** Which issues and pull requests a stream is about. */
export interface StreamOptions {
  /** Changed at this time or later, in whole seconds of UTC. */
  since: string;
  state: "open" | "all";
}

/**
 * Issues and pull requests by the time of their last change, the oldest first, a page at a time and
 * each state of each once.
 *
 * What changes while a list is read moves to its end, and everything behind it moves up, across the
 * edges of pages. So no second page is asked for: the list is begun again at the newest time that was
 * seen, unless a whole page changed within one second.
 *
 * @throws PlatformFailure `too_large` when there is no end to it.
 */
export async function* changedSince(
  run: LedgerRun,
  { since, state }: StreamOptions,
): AsyncGenerator<ApiIssue[], void, void> {
  const seen = new Map<number, string>();
  for (let pages = 0, from = since;;) {
    let newest = from;
    for await (const { items, more } of listIssues(run, { state, direction: "asc", since: from })) {
      pages += 1;
      yield items.filter(({ number, updated_at }) => seen.get(number) !== updated_at);
      for (const { number, updated_at } of items) {
        seen.set(number, updated_at);
        if (updated_at > newest) newest = updated_at;
      }
      if (!more) return;
      if (pages >= MOST_PAGES) throw tooLong(run);
      if (newest > from) break;
    }
    if (newest === from) return;
    from = newest;
  }
}

function tooLong({ repo }: LedgerRun): PlatformFailure {
  return new PlatformFailure("too_large", {
    what: `the issues of ${repo}`,
    reason: `there are more than ${MOST_PAGES} pages`,
    hint: "Ask for a later time, or use @svc/github-local-mirror",
  });
}
