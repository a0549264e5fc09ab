import type { components } from "@octokit/openapi-types";
import { type Asking, userOf } from "../call/mod.ts";
import { apiOf, nodeId, pageOf } from "../shape/mod.ts";
import type { Pull, Review } from "../state/mod.ts";

/** A review as the API shows it. */
export async function reviewShape(
  call: Asking,
  pull: Pull,
  { id, author, state, body, commit, at }: Review,
): Promise<components["schemas"]["pull-request-review"]> {
  const page = `${pageOf(call, pull.project)}/pull/${pull.number}#pullrequestreview-${id}`;
  const request = `${apiOf(call, pull.project)}/pulls/${pull.number}`;
  return {
    id,
    node_id: nodeId("PullRequestReview", id),
    user: await userOf(call, author),
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
