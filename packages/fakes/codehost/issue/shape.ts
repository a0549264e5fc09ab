import { type Asking, userOf } from "../call/mod.ts";
import { apiOf, pageOf } from "../shape/mod.ts";
import type { Comment, Issue, Label, Project } from "../state/mod.ts";

/** An issue as the API shows it; of a pull request it says that it is one. */
export function issueShape(call: Asking, issue: Issue) {
  const { project, number } = issue;
  const repository = apiOf(call, project);
  const pull = call.state.pulls.find(project, number);
  const page = `${pageOf(call, project)}/${pull ? "pull" : "issues"}/${number}`;
  const assignees = issue.assignees.map((login) => userOf(call, login)).filter((one) => one);
  return {
    url: `${repository}/issues/${number}`,
    repository_url: repository,
    html_url: page,
    id: issue.id,
    number,
    title: issue.title,
    user: userOf(call, issue.author),
    labels: issue.labels.map((label) => labelShape(call, project, label)),
    state: issue.open ? "open" : "closed",
    state_reason: issue.reason,
    locked: false,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: call.state.comments.of(issue).length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    closed_by: userOf(call, issue.closedBy),
    body: issue.body,
    author_association: associationOf(project, issue.author),
    ...pull && {
      draft: pull.draft,
      pull_request: {
        url: `${repository}/pulls/${number}`,
        html_url: page,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        merged_at: pull.merged?.at ?? null,
      },
    },
  };
}

/** A comment below an issue or pull request. */
export function commentShape(call: Asking, comment: Comment) {
  const { issue: { project, number }, id, author, body, createdAt, updatedAt } = comment;
  const api = apiOf(call, project);
  const kind = call.state.pulls.find(project, number) ? "pull" : "issues";
  return {
    url: `${api}/issues/comments/${id}`,
    html_url: `${pageOf(call, project)}/${kind}/${number}#issuecomment-${id}`,
    issue_url: `${api}/issues/${number}`,
    id,
    user: userOf(call, author),
    created_at: createdAt,
    updated_at: updatedAt,
    body,
    author_association: associationOf(project, author),
  };
}

/** A label as the API shows it. */
export const labelShape = (call: Asking, project: Project, { id, name, ...more }: Label) => ({
  id,
  url: `${apiOf(call, project)}/labels/${encodeURIComponent(name)}`,
  name,
  color: more.color,
  description: more.description,
  default: false,
});

/** What the author of something has to do with the repository. */
const associationOf = ({ owner }: Project, login: string): string =>
  login === owner ? "OWNER" : "NONE";
