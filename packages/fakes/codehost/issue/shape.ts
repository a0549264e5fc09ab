import type { components } from "@octokit/openapi-types";
import { type Asking, type User, userOf } from "../call/mod.ts";
import { apiOf, nodeId, pageOf } from "../shape/mod.ts";
import type { Issue, Label, Milestone, Project } from "../state/mod.ts";

type Schemas = components["schemas"];

/** An issue as the API shows it; of a pull request it says that it is one. */
export async function issueShape(call: Asking, issue: Issue): Promise<Schemas["issue"]> {
  const { project, number } = issue;
  const repository = apiOf(call, project);
  const url = `${repository}/issues/${number}`;
  const assignees = await usersOf(call, issue.assignees);
  const closedBy = await userOf(call, issue.closedBy);
  return {
    url,
    repository_url: repository,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${pageOf(call, project)}/issues/${number}`,
    id: issue.id,
    node_id: nodeId("Issue", issue.id),
    number,
    title: issue.title,
    user: await userOf(call, issue.author),
    labels: issue.labels.map((label) => labelShape(call, project, label)),
    state: issue.open ? "open" : "closed",
    state_reason: issue.reason,
    locked: issue.locked !== null,
    active_lock_reason: issue.locked || null,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: issue.milestone && await milestoneShape(call, project, issue.milestone),
    comments: issue.comments,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    closed_by: closedBy,
    body: issue.body,
    author_association: associationOf(project, issue.author),
    ...pullPart(call, issue),
  };
}

/** What the issue of a pull request has beside. */
function pullPart(call: Asking, { project, number }: Issue): Partial<Schemas["issue"]> {
  const pull = call.state.pulls.find(project, number);
  if (!pull) return {};
  const page = `${pageOf(call, project)}/pull/${number}`;
  return {
    html_url: page,
    draft: pull.draft,
    pull_request: {
      url: `${apiOf(call, project)}/pulls/${number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: pull.merged?.at ?? null,
    },
  };
}

/** Accounts that are still there. */
async function usersOf(call: Asking, logins: readonly string[]): Promise<User[]> {
  const users = await Promise.all(logins.map((login) => userOf(call, login)));
  return users.filter((one) => one !== null);
}

/** A label as the API shows it. */
export function labelShape(call: Asking, project: Project, label: Label): Schemas["label"] {
  const { id, name, color, description } = label;
  const url = `${apiOf(call, project)}/labels/${encodeURIComponent(name)}`;
  return { id, node_id: nodeId("Label", id), url, name, color, description, default: false };
}

/** A milestone as the API shows it. */
export async function milestoneShape(
  call: Asking,
  project: Project,
  milestone: Milestone,
): Promise<Schemas["milestone"]> {
  const { id, number, title, description, createdAt, dueOn, open } = milestone;
  const url = `${apiOf(call, project)}/milestones/${number}`;
  const own = call.state.issues.of(project).all().filter((one) => one.milestone === milestone);
  const openIssues = own.filter((one) => one.open).length;
  return {
    url,
    html_url: `${pageOf(call, project)}/milestone/${number}`,
    labels_url: `${url}/labels`,
    id,
    node_id: nodeId("Milestone", id),
    number,
    state: open ? "open" : "closed",
    title,
    description,
    creator: await userOf(call, milestone.creator),
    open_issues: openIssues,
    closed_issues: own.length - openIssues,
    created_at: createdAt,
    updated_at: createdAt,
    closed_at: open ? null : createdAt,
    due_on: dueOn,
  };
}

/** What the author of something has to do with the repository. */
export const associationOf = (
  { owner }: Project,
  login: string,
): Schemas["author-association"] => login === owner ? "OWNER" : "NONE";
