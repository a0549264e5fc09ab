import {
  apiOf,
  type Asking,
  authorOf,
  type Call,
  notFound,
  pageOf,
  type Repository,
  repositoryOf,
  type Seen,
  shownTo,
  userOf,
} from "../call/mod.ts";
import { changesBetween, distance, findRef, mergeBase, mergedTree } from "../git/mod.ts";
import { issueShape } from "../issue/mod.ts";
import { latestOf, type Project, type Pull, reportsOf, type Review } from "../state/mod.ts";
import { followHeads } from "./heads.ts";

/**
 * The pull request that a call is about; its head is where its branch is now.
 *
 * @throws Refusal 404
 */
export async function pullOf(call: Call): Promise<Seen & { pull: Pull }> {
  const seen = repositoryOf(call);
  const pull = call.state.issues.find(seen.project, Number(call.params.pull_number))?.pull;
  if (!pull || pull.issue.gone) throw notFound();
  await followHeads(call, seen.project);
  return { ...seen, pull };
}

/** Gives a repository as the caller sees it. */
type See = (project: Project) => Repository | undefined;

/** Look-up of repositories for the requests of one answer, most of which share them. */
export function shownOnce(call: Asking): See {
  const seen = new Map<Project, Repository | undefined>();
  return (project) => {
    if (!seen.has(project)) seen.set(project, shownTo(call, project));
    return seen.get(project);
  };
}

/** A pull request as lists show it. */
export function pullSimple(call: Asking, pull: Pull, see = shownOnce(call)) {
  const { project, number } = pull;
  const { closed_by: _, state_reason: __, pull_request: ___, ...issue } = issueShape(
    call,
    pull.issue,
  );
  const own = `${apiOf(call, project)}/pulls/${number}`;
  const links = {
    self: own,
    html: issue.html_url,
    issue: issue.url,
    comments: `${issue.url}/comments`,
    review_comments: `${own}/comments`,
    review_comment: `${apiOf(call, project)}/pulls/comments{/number}`,
    commits: `${own}/commits`,
    statuses: `${apiOf(call, project)}/statuses/${pull.headSha}`,
  };
  return {
    ...issue,
    url: own,
    issue_url: issue.url,
    comments_url: links.comments,
    review_comment_url: links.review_comment,
    statuses_url: links.statuses,
    user: authorOf(call, pull.author),
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.sha ?? null,
    requested_reviewers: pull.reviewers.map((login) => userOf(call, login)).filter((one) => one),
    head: end(call, see, pull.source, pull.sourceOwner, pull.headRef, pull.headSha),
    base: end(call, see, project, project.owner, pull.baseRef, pull.baseSha),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    auto_merge: null,
  };
}

/** Head or base of a request. */
function end(
  call: Asking,
  see: See,
  project: Project | null,
  owner: string,
  ref: string,
  sha: string,
) {
  const repo = project && see(project) || null;
  return { label: `${owner}:${ref}`, ref, sha, user: repo?.owner ?? userOf(call, owner), repo };
}

/** A pull request by itself, with what git says of it. */
export async function pullFull(call: Call, pull: Pull) {
  const { git } = pull.project;
  const from = await mergeBase(git, pull.baseSha, pull.headSha) ?? pull.baseSha;
  const changes = await changesBetween(git, from, pull.headSha);
  const sum = (of: "additions" | "deletions") =>
    changes.reduce((total, change) => total + change[of], 0);
  const mergeable = pull.issue.open ? await isMergeable(pull) : null;
  return {
    ...pullSimple(call, pull),
    merged: pull.merged !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: stateOf(call, pull, mergeable),
    merged_by: userOf(call, pull.merged?.by ?? null),
    comments: call.state.comments.of(pull.issue).length,
    review_comments: call.state.reviewComments.of(pull).length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: (await distance(git, pull.baseSha, pull.headSha)).ahead,
    additions: sum("additions"),
    deletions: sum("deletions"),
    changed_files: changes.length,
  };
}

/** Whether the head goes into the base branch as it is now. */
async function isMergeable({ project, baseRef, headSha }: Pull): Promise<boolean> {
  const base = await findRef(project.git, `refs/heads/${baseRef}`);
  return base !== undefined && await mergedTree(project.git, base.sha, headSha) !== undefined;
}

/** Why it can be merged or not, the gravest reason first. */
function stateOf({ state }: Call, pull: Pull, mergeable: boolean | null): string {
  if (mergeable === null) return "unknown";
  if (!mergeable) return "dirty";
  if (pull.draft) return "draft";
  const { project, headSha } = pull;
  const runs = latestOf(reportsOf(state.checkRuns, project, headSha), ({ name }) => name);
  const statuses = latestOf(
    reportsOf(state.statuses, project, headSha),
    ({ context }) => context.toLowerCase(),
  );
  const passed = statuses.every((one) => one.state === "success") &&
    runs.every((one) => ["success", "neutral", "skipped"].includes(one.conclusion ?? ""));
  return passed ? "clean" : "unstable";
}

/** A review as the API shows it. */
export function reviewShape(call: Asking, pull: Pull, review: Review) {
  const { id, author, state, body, commit, at } = review;
  const request = `${apiOf(call, pull.project)}/pulls/${pull.number}`;
  const page = `${pageOf(call, pull.project)}/pull/${pull.number}#pullrequestreview-${id}`;
  return {
    id,
    node_id: btoa(`PullRequestReview:${id}`),
    user: userOf(call, author),
    body,
    state,
    html_url: page,
    pull_request_url: request,
    _links: { html: { href: page }, pull_request: { href: request } },
    ...at !== null && { submitted_at: at },
    commit_id: commit,
    author_association: "COLLABORATOR",
  };
}
