import { linkTo } from "../../platform/link.ts";
import { circle, PER_PAGE } from "../../platform/page.ts";
import { listOf } from "../asking/pages.ts";
import { saveRun, type SyncRun } from "../run/sync_run.ts";
import type { StreamEnd } from "./read_stream.ts";
import { takeSubjects } from "./take_subjects.ts";
import { cursorAt, newestOf, startOf, toTime } from "./times.ts";

/**
 * Reads the pull requests where issues are switched off. That list knows no beginning, so it is read
 * newest first down to the cursor, which moves when the pass is done; an interrupted pass goes on at its
 * page. What changes meanwhile moves to the front, where the next pass begins.
 */
export async function readPullsOnly(run: SyncRun): Promise<StreamEnd> {
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
