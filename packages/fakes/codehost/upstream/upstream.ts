import { type Asking, pushed, signatureOf, timeOf } from "../call/mod.ts";
import { findCommit, findRef, moveRef, writeCommit } from "../git/mod.ts";
import { happen, touch } from "../issue/mod.ts";
import { followAllHeads, noteMerged, writeMerge } from "../pull/mod.ts";
import type { Issue, Kind, Pull, State } from "../state/mod.ts";

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

/** The account in whose name the platform merges what waited in a queue. */
const QUEUE = "github-merge-queue[bot]";

/** What can happen to the repositories of a host. */
export function createUpstream(state: State): Upstream {
  const { projects, issues, comments, happenings, reviews } = state;
  const issueOf = (repository: string, number: number): Issue => {
    const issue = issues.find(projects.named(repository), number);
    if (!issue || issue.gone) throw new Error(`there is no ${repository}#${number}`);
    return issue;
  };
  const pullOf = (repository: string, number: number): Pull => {
    const { pull } = issueOf(repository, number);
    if (!pull) throw new Error(`${repository}#${number} is not a pull request`);
    return pull;
  };
  const forget = (issue: Issue, gone: "deleted" | "discussion") => {
    for (const comment of comments.of(issue)) comments.remove(comment);
    issues.remove(issue, gone);
  };
  return {
    async forcePush(repository, branch, sha) {
      const project = projects.named(repository);
      const name = `refs/heads/${branch}`;
      const before = await findRef(project.git, name);
      if (!before) throw new Error(`${repository} has no branch ${branch}`);
      const commit = (await findCommit(project.git, before.sha))!;
      const message = `${commit.message}\n\nWritten again.`;
      const committer = signatureOf({ state }, project.owner);
      const after = sha ?? await writeCommit(project.git, { ...commit, message, committer });
      if (!await moveRef(project.git, name, before.sha, after)) {
        throw new Error(`${branch} moved meanwhile`);
      }
      pushed({ state }, project);
      await followAllHeads({ state });
      return after;
    },
    async mergeByQueue(repository, number) {
      const pull = pullOf(repository, number);
      const { git, owner } = pull.project;
      state.people.add(QUEUE, "Bot");
      happen({ state, login: owner }, pull.issue, "added_to_merge_queue");
      const doing: Asking = { state, login: QUEUE };
      const base = (await findRef(git, `refs/heads/${pull.baseRef}`))!;
      const sha = await writeMerge(doing, pull, base.sha, { merge_method: "squash" });
      if (sha === undefined || !await moveRef(git, base.name, base.sha, sha)) {
        throw new Error(`${repository}#${number} conflicts with its base`);
      }
      happen(doing, pull.issue, "removed_from_merge_queue");
      noteMerged(doing, pull, sha);
      pushed(doing, pull.project);
      return sha;
    },
    deleteIssue: (repository, number) => forget(issueOf(repository, number), "deleted"),
    makeDiscussion: (repository, number) => forget(issueOf(repository, number), "discussion"),
    transferIssue(repository, number, to) {
      const issue = issueOf(repository, number);
      const { id: _, number: __, project, ...rest } = issue;
      // Labels stay behind.
      const moved = issues.open(projects.named(to), { ...rest, labels: [] });
      for (const comment of comments.of(issue)) {
        comments.remove(comment);
        comments.add({ ...comment, issue: moved });
      }
      for (const one of happenings.of(issue)) happenings.add({ ...one, issue: moved });
      happen({ state, login: project.owner }, moved, "transferred");
      issues.remove(issue, { transferredTo: moved });
      return moved.number;
    },
    addPerson: (login, kind) => void state.people.add(login, kind),
    commentAs(login, repository, number, body) {
      const issue = issueOf(repository, number);
      touch({ state, login }, issue);
      return comments.add({ issue, author: login, body, createdAt: timeOf({ state }) }).id;
    },
    reviewAs(login, repository, number, verdict, body = "") {
      const pull = pullOf(repository, number);
      touch({ state, login }, pull.issue);
      const said = { author: login, state: verdict, body, commit: pull.headSha };
      return reviews.add({ pull, ...said, at: timeOf({ state }) }).id;
    },
  };
}
