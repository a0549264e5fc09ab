import { apiOf, type Asking, pageOf, userOf } from "../call/mod.ts";
import type { Comment, Happening, Issue, Label, Project } from "../state/mod.ts";

/** An issue as the API shows it; of a pull request it says that it is one. */
export function issueShape(call: Asking, issue: Issue) {
  const { project, number, pull } = issue;
  const repository = apiOf(call, project);
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
    assignee: assignees[0] ?? null,
    assignees,
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

const labelShape = (call: Asking, project: Project, { id, name, color }: Label) => ({
  ...{ id, name, color, description: null, default: false },
  url: `${apiOf(call, project)}/labels/${encodeURIComponent(name)}`,
});

/** A comment below an issue or pull request. */
export function commentShape(call: Asking, comment: Comment) {
  const { issue: { project, number, pull }, id, author, body, createdAt, updatedAt } = comment;
  const api = apiOf(call, project);
  return {
    url: `${api}/issues/comments/${id}`,
    html_url: `${pageOf(call, project)}/${pull ? "pull" : "issues"}/${number}#issuecomment-${id}`,
    issue_url: `${api}/issues/${number}`,
    id,
    user: userOf(call, author),
    created_at: createdAt,
    updated_at: updatedAt,
    body,
    author_association: associationOf(project, author),
  };
}

/** What the author of something has to do with the repository. */
const associationOf = ({ owner }: Project, login: string): string =>
  login === owner ? "OWNER" : "NONE";

/** Something that was done to an issue, as the API shows it in lists of events. */
export function happeningShape(call: Asking, happening: Happening): object {
  const { id, issue, event, actor, createdAt: at, source, commit = null } = happening;
  const by = userOf(call, actor);
  if (source) {
    const found = { type: "issue", issue: issueShape(call, source) };
    return { event, actor: by, created_at: at, updated_at: at, source: found };
  }
  const { label, assignee, rename, reviewer } = happening;
  const api = apiOf(call, issue.project);
  return {
    id,
    url: `${api}/issues/events/${id}`,
    actor: by,
    event,
    commit_id: commit,
    commit_url: commit && `${api}/commits/${commit}`,
    created_at: at,
    performed_via_github_app: null,
    ...label && { label },
    ...assignee !== undefined && { assignee: userOf(call, assignee), assigner: by },
    ...rename && { rename },
    ...reviewer !== undefined &&
      { review_requester: by, requested_reviewer: userOf(call, reviewer) },
    ...event === "closed" && { state_reason: issue.open ? null : issue.reason },
  };
}
