import type { components } from "@octokit/openapi-types";
import { type Asking, userOf } from "../call/mod.ts";
import { apiOf, nodeId, pageOf } from "../shape/mod.ts";
import type { Comment } from "../state/mod.ts";
import { associationOf } from "./shape.ts";

/** A comment below an issue or pull request as the API shows it. */
export async function commentShape(
  call: Asking,
  { id, issue, author, body, createdAt, updatedAt }: Comment,
): Promise<components["schemas"]["issue-comment"]> {
  const { project, number } = issue;
  const api = apiOf(call, project);
  const url = `${api}/issues/comments/${id}`;
  const kind = call.state.pulls.find(project, number) ? "pull" : "issues";
  return {
    url,
    html_url: `${pageOf(call, project)}/${kind}/${number}#issuecomment-${id}`,
    issue_url: `${api}/issues/${number}`,
    id,
    node_id: nodeId("IssueComment", id),
    user: await userOf(call, author),
    created_at: createdAt,
    updated_at: updatedAt,
    body,
    author_association: associationOf(project, author),
  };
}
