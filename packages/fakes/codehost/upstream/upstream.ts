import type { Kind, State } from "../state/mod.ts";
import { forcePush } from "./branches.ts";
import { deleteIssue, makeDiscussion, transferIssue } from "./issues.ts";
import { commentAs, reviewAs } from "./others.ts";
import { mergeByQueue } from "./queue.ts";

/**
 * What happens upstream and no call of the API does. What a call does, is done by a call: a base is
 * retargeted by `PATCH /pulls/{n}`, a fork deleted by `DELETE /repos/{owner}/{repo}`, issues turned
 * off, a repository renamed or archived by `PATCH /repos/{owner}/{repo}`, and so on.
 *
 * Repositories are given by `owner/name`.
 */
export interface Upstream {
  /**
   * Points a branch at a commit, whatever was there: as `git push --force`. Without a commit, at the
   * last one written again, as `git commit --amend` does. Gives the commit's id.
   */
  forcePush(repository: string, branch: string, sha?: string): Promise<string>;
  /** Merges a pull request by the merge queue, as a squashed commit of the queue's own account. */
  mergeByQueue(repository: string, number: number): Promise<string>;
  /** Deletes an issue and its comments: 410 from then on. */
  deleteIssue(repository: string, number: number): void;
  /** Turns an issue into a discussion, which the REST API has none of: 410 from then on. */
  makeDiscussion(repository: string, number: number): void;
  /** Moves an issue with its comments to another repository, and gives its number there: 301. */
  transferIssue(repository: string, number: number, to: string): number;
  /** Makes an account known that has no token. */
  addPerson(login: string, kind?: Kind): void;
  /** Deletes an account: what it wrote is shown as that of `ghost`, or of nobody. */
  deleteAccount(login: string, shown?: "ghost" | "nobody"): void;
  /** Comments in the name of any account. Gives the comment's id. */
  commentAs(login: string, repository: string, number: number, body: string): number;
  /** Reviews a pull request in the name of any account. Gives the review's id. */
  reviewAs(
    login: string,
    repository: string,
    number: number,
    verdict: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED",
    body?: string,
  ): number;
}

/** What can happen to the repositories of a host. */
export function createUpstream(state: State): Upstream {
  return {
    forcePush: (...args) => forcePush(state, ...args),
    mergeByQueue: (...args) => mergeByQueue(state, ...args),
    deleteIssue: (...args) => deleteIssue(state, ...args),
    makeDiscussion: (...args) => makeDiscussion(state, ...args),
    transferIssue: (...args) => transferIssue(state, ...args),
    addPerson: (login, kind) => void state.people.add(login, kind),
    deleteAccount: (login, shown = "ghost") => state.people.remove(login, shown),
    commentAs: (...args) => commentAs(state, ...args),
    reviewAs: (...args) => reviewAs(state, ...args),
  };
}
