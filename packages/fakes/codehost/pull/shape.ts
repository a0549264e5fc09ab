import type { components } from "@octokit/openapi-types";
import { type Call, type Repository, shownTo, type User, userOf } from "../call/mod.ts";
import { changesBetween, distance, findRef, mergeBase, mergedTree } from "../git/mod.ts";
import { checkResults, obstaclesOf } from "../rule/mod.ts";
import { apiOf, nodeId, pageOf } from "../shape/mod.ts";
import { issueShape } from "../issue/mod.ts";
import { GHOST, type Project, type Pull } from "../state/mod.ts";

type Schemas = components["schemas"];

/** Gives a repository as the caller sees it, and asks for each once. */
export type SeenOnce = (project: Project) => Promise<Repository | undefined>;

/** Look-up of repositories for the requests of one answer, most of which share them. */
export function shownOnce(call: Call): SeenOnce {
  const seen = new Map<Project, Promise<Repository | undefined>>();
  return (project) => {
    const known = seen.get(project) ?? shownTo(call, project);
    seen.set(project, known);
    return known;
  };
}

/** A pull request as lists show it. */
export async function pullSimple(
  call: Call,
  pull: Pull,
  seen = shownOnce(call),
): Promise<Schemas["pull-request-simple"]> {
  const { project, number } = pull;
  const issue = await issueShape(call, pull.issue);
  const api = apiOf(call, project);
  const page = `${pageOf(call, project)}/pull/${number}`;
  const own = `${api}/pulls/${number}`;
  const reviewers = await Promise.all(pull.reviewers.map((login) => userOf(call, login)));
  const links = {
    comments: `${api}/issues/${number}/comments`,
    commits: `${own}/commits`,
    statuses: `${api}/statuses/${pull.headSha}`,
    html: page,
    issue: `${api}/issues/${number}`,
    review_comments: `${own}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    self: own,
  };
  const parts = {
    url: own,
    id: Number(issue.id),
    node_id: nodeId("PullRequest", project.id, number),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: links.issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    number,
    state: issue.state,
    locked: issue.locked,
    active_lock_reason: issue.active_lock_reason ?? null,
    title: issue.title,
    user: issue.user ?? await userOf(call, GHOST.login),
    body: issue.body ?? null,
    labels: issue.labels,
    milestone: issue.milestone,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.sha ?? null,
    assignee: issue.assignee,
    assignees: issue.assignees ?? [],
    requested_reviewers: reviewers.filter((one): one is User => one !== null),
    requested_teams: [],
    draft: pull.draft,
    head: await end(call, seen, pull.source, pull.sourceOwner, pull.headRef, pull.headSha),
    base: await end(call, seen, project, project.owner, pull.baseRef, pull.baseSha),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: issue.author_association ?? "NONE",
    auto_merge: null,
  };
  return parts as unknown as Schemas["pull-request-simple"];
}

/** Head or base of a request. */
async function end(
  call: Call,
  seen: SeenOnce,
  project: Project | null,
  owner: string,
  ref: string,
  sha: string,
) {
  const repo = project && await seen(project) || null;
  const user = repo?.owner ?? await userOf(call, owner);
  return { label: `${owner}:${ref}`, ref, sha, user, repo };
}

/** A pull request by itself, with what git says of it. */
export async function pullFull(call: Call, pull: Pull) {
  const { git } = pull.project;
  const from = await mergeBase(git, pull.baseSha, pull.headSha) ?? pull.baseSha;
  const changes = await changesBetween(git, from, pull.headSha);
  const sum = (of: "additions" | "deletions") =>
    changes.reduce((total, change) => total + change[of], 0);
  const { ahead } = await distance(git, pull.baseSha, pull.headSha);
  const mergeable = pull.issue.open ? await isMergeable(pull) : null;
  return {
    ...await pullSimple(call, pull),
    merged: pull.merged !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: await stateOf(call, pull, mergeable),
    merged_by: await userOf(call, pull.merged?.by ?? null),
    comments: pull.issue.comments,
    review_comments: call.state.reviewComments.of(pull).length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: ahead,
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
async function stateOf(call: Call, pull: Pull, mergeable: boolean | null): Promise<string> {
  if (mergeable === null) return "unknown";
  if (!mergeable) return "dirty";
  if (pull.draft) return "draft";
  const { unmet, behind } = await obstaclesOf(call, pull);
  if (unmet.length > 0) return "blocked";
  if (behind) return "behind";
  const allPassed = [...checkResults(call.state, pull).values()].every((one) => one === "passed");
  return allPassed ? "clean" : "unstable";
}
