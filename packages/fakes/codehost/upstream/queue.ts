import type { Asking } from "../call/mod.ts";
import { findRef, moveRef } from "../git/mod.ts";
import { happen } from "../issue/mod.ts";
import { noteMerged, writeMerge } from "../pull/mod.ts";
import { apiTime, type State } from "../state/mod.ts";
import { pullNumbered } from "./project.ts";

/** The account in whose name the platform merges what waited in a queue. */
const QUEUE = "github-merge-queue[bot]";

/** Merges a pull request by the merge queue. Gives the commit's id. */
export async function mergeByQueue(
  state: State,
  repository: string,
  number: number,
): Promise<string> {
  const pull = pullNumbered(state, repository, number);
  const { git } = pull.project;
  state.people.add(QUEUE, "Bot");
  happen({ state, login: pull.project.owner }, pull.issue, "added_to_merge_queue");
  const doing: Asking = { state, login: QUEUE };
  const base = (await findRef(git, `refs/heads/${pull.baseRef}`))!;
  const sha = await writeMerge(doing, pull, base.sha, { merge_method: "squash" });
  if (sha === undefined || !await moveRef(git, base.name, base.sha, sha)) {
    throw new Error(`${repository}#${number} conflicts with its base`);
  }
  happen(doing, pull.issue, "removed_from_merge_queue");
  noteMerged(doing, pull, sha);
  pull.project.pushedAt = apiTime(state.clock.now());
  return sha;
}
