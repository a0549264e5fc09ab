import { type Call, json, paged, passed, Refusal, repositoryOf, type Routes } from "../call/mod.ts";

/** Issues and their comments, where the platform does more than the emulator. */
export const issueRoutes: Routes = {
  "POST /repos/{owner}/{repo}/issues": async (call) => {
    await assertEnabled(call);
    return await emulated(call);
  },

  // The emulator does not give a pull request as the issue that it is, too.
  "GET /repos/{owner}/{repo}/issues/{issue_number}": async (call) => {
    const answer = await emulated(call);
    if (answer.status !== 404) return answer;
    const { owner, repo, issue_number: number } = call.params;
    const pull = await call.emulated("GET", `/repos/${owner}/${repo}/pulls/${number}`);
    return pull.status === 200 ? json(asIssue(JSON.parse(pull.text))) : answer;
  },

  // The emulator passes over `since`.
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": async (call) => {
    const since = call.url.searchParams.get("since");
    const all = await every(call);
    if (all instanceof Response) return all;
    const kept = since === null
      ? all
      : all.filter((one) => Date.parse(one.updated_at) >= Date.parse(since));
    return paged(call, kept);
  },
};

/** The emulator's answer to the call as it came. */
async function emulated(call: Call): Promise<Response> {
  const body = call.bytes.length > 0 ? call.body : undefined;
  return passed(await call.emulated(call.method, call.url.pathname + call.url.search, body));
}

/** A repository may have no issues at all. */
async function assertEnabled(call: Call): Promise<void> {
  const { repository } = await repositoryOf(call);
  if (!repository.has_issues) throw new Refusal(410, "Issues are disabled for this repo");
}

/** All comments of the call's issue, or the answer that refuses them. */
async function every(call: Call): Promise<{ updated_at: string }[] | Response> {
  const all: { updated_at: string }[] = [];
  for (let page = 1;; page++) {
    const told = await call.emulated("GET", `${call.url.pathname}?per_page=100&page=${page}`);
    if (told.status !== 200) return passed(told);
    const items = JSON.parse(told.text);
    all.push(...items);
    if (items.length < 100) return all;
  }
}

/** A pull request in the form of an issue. */
function asIssue(pull: Record<string, unknown>): Record<string, unknown> {
  const url = String(pull.issue_url);
  return {
    id: pull.id,
    node_id: pull.node_id,
    url,
    repository_url: url.replace(/\/issues\/\d+$/, ""),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: pull.html_url,
    number: pull.number,
    state: pull.state,
    state_reason: null,
    title: pull.title,
    body: pull.body,
    user: pull.user,
    labels: pull.labels,
    assignee: pull.assignee,
    assignees: pull.assignees,
    milestone: pull.milestone,
    locked: pull.locked,
    comments: pull.comments,
    closed_at: pull.closed_at,
    created_at: pull.created_at,
    updated_at: pull.updated_at,
    author_association: pull.author_association,
    pull_request: {
      url: pull.url,
      html_url: pull.html_url,
      diff_url: pull.diff_url,
      patch_url: pull.patch_url,
      merged_at: pull.merged_at,
    },
  };
}
