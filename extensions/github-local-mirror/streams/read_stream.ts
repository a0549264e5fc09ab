import { circle, linkTo, PER_PAGE } from "../../platform/page.ts";
import { listOf } from "../asking/asking.ts";
import { type PhaseEnd, saveRun, type SyncRun } from "../run/sync_run.ts";
import type { StreamName } from "../state/sync_state.ts";
import { takeSubjects } from "./take_subjects.ts";
import { cursorAt, newestOf, startOf, toTime } from "./times.ts";

/** A list of the repository in the order in which its entries changed last. */
export interface Stream {
  name: StreamName;
  /** Reads like `the issues of octocat/app`. */
  what: string;
  route: string;
  parameters: Record<string, unknown>;
  /** Takes one page; returns when all that follows from it is safely written. */
  take(items: readonly unknown[]): Promise<void>;
}

/** Pages after which the log says how far it is. */
const PAGES_A_LINE = 10;

/**
 * Reads a list from its cursor to its end, oldest change first. The cursor moves after every page,
 * when that page is safely written.
 *
 * Each page is asked for by the newest time on the page before it, as long as that moves: pages by
 * number would miss an entry whenever one that was read already changes and all others move up.
 * Entries of the same second come twice; those that fill pages of one second are read by links.
 */
export async function readStream(run: SyncRun, stream: Stream): Promise<PhaseEnd> {
  const { asking, state, context } = run;
  const { name, what, route, parameters } = stream;
  let since = startOf(state.cursors[name], context.globalArgs);
  let next: string | undefined;
  let links = new Set<string>();
  let items = 0;
  for (let page = 1;; page++) {
    const answer = next === undefined
      ? await asking.get(what, route, {
        ...parameters,
        per_page: PER_PAGE,
        ...(since === null ? {} : { since: toTime(since) }),
      })
      : await asking.get(what, `GET ${next}`);
    const list = listOf(answer, what);
    await stream.take(list);
    items += list.length;

    const newest = newestOf(list, asking.clock);
    state.cursors[name] = cursorAt(state.cursors[name], newest, asking.clock);
    next = linkTo(answer.headers.link, "next");
    if (next === undefined) state.reached[name] = true;
    await saveRun(run);
    if (page % PAGES_A_LINE === 0) tell(run, what, page, items);
    if (next === undefined) return { complete: true, items };
    if (page >= context.globalArgs.maxApiPages) return { complete: false, items };

    if (newest !== null && (since === null || newest > since)) {
      since = newest;
      next = undefined;
      links = new Set();
      continue;
    }
    if (links.has(next)) throw circle(what);
    links.add(next);
  }
}

function tell({ asking, context, state }: SyncRun, what: string, page: number, items: number) {
  const { rate, requests } = asking.seen;
  context.logger.info("{what}: page {page}, {items} entries; {spent}", {
    what,
    page,
    items,
    spent: rate === null
      ? `${requests} requests`
      : `${rate.limit - rate.remaining} of ${rate.limit} requests of this hour are used`,
    queue: state.queue.length,
  });
}

/**
 * Reads the pull requests where issues are switched off. That list knows no beginning, so it is read
 * newest first down to the cursor, which moves when the pass is done; an interrupted pass goes on at its
 * page. What changes meanwhile moves to the front, where the next pass begins.
 */
export async function readPullsOnly(run: SyncRun): Promise<PhaseEnd> {
  const { asking, state, context } = run;
  const what = `the pull requests of ${run.repo}`;
  const start = startOf(state.cursors.index, context.globalArgs);
  const pass = state.pulls ??= {
    since: start === null ? null : toTime(start),
    newest: null,
    next: null,
  };
  const until = pass.since === null ? null : Date.parse(pass.since);
  const links = new Set<string>();
  let items = 0;
  for (let page = 1;; page++) {
    const answer = pass.next === null
      ? await asking.get(what, "GET /repos/{owner}/{repo}/pulls", {
        ...run.target,
        state: "all",
        sort: "updated",
        direction: "desc",
        per_page: PER_PAGE,
      })
      : await asking.get(what, `GET ${pass.next}`);
    const list = listOf(answer, what);
    await takeSubjects(run, list.map(asIssue));
    items += list.length;

    const newest = newestOf(list, asking.clock);
    if (newest !== null) pass.newest ??= cursorAt(null, newest, asking.clock);
    const next = linkTo(answer.headers.link, "next");
    const done = next === undefined || (until !== null && newest !== null && newest < until);
    if (done) {
      state.cursors.index = later(state.cursors.index, pass.newest);
      state.reached.index = true;
      state.pulls = null;
      await saveRun(run);
      return { complete: true, items };
    }
    if (links.has(next)) throw circle(what);
    links.add(next);
    pass.next = next;
    await saveRun(run);
    if (page >= context.globalArgs.maxApiPages) return { complete: false, items };
  }
}

/** An entry of the list of pull requests in the form of the list of issues. */
function asIssue(pull: unknown): unknown {
  if (typeof pull !== "object" || pull === null) return pull;
  const { merged_at } = pull as { merged_at?: unknown };
  return { ...pull, pull_request: { merged_at } };
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) >= Date.parse(other) ? one : other;
}
