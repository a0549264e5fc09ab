import { type Asking, userOf } from "../call/mod.ts";
import { apiOf, nodeId } from "../shape/mod.ts";
import type { Happening } from "../state/mod.ts";
import { issueShape } from "./shape.ts";

/** Something that was done to an issue, as the API shows it in lists of events. */
export async function happeningShape(call: Asking, happening: Happening): Promise<object> {
  const { id, issue, event, actor, at, source, commit } = happening;
  const by = await userOf(call, actor);
  if (source) {
    const found = { type: "issue", issue: await issueShape(call, source) };
    return { event, actor: by, created_at: at, updated_at: at, source: found };
  }
  const api = apiOf(call, issue.project);
  return {
    id,
    node_id: nodeId("IssueEvent", id),
    url: `${api}/issues/events/${id}`,
    actor: by,
    event,
    commit_id: commit ?? null,
    commit_url: commit === undefined ? null : `${api}/commits/${commit}`,
    created_at: at,
    performed_via_github_app: null,
    ...await details(call, happening, by),
  };
}

/** What an event has beside, by what it is about. */
async function details(call: Asking, happening: Happening, by: object | null): Promise<object> {
  const { label, assignee, milestone, rename, reviewer, dismissed, event, issue } = happening;
  return {
    ...label && { label },
    ...assignee !== undefined && { assignee: await userOf(call, assignee), assigner: by },
    ...milestone !== undefined && { milestone: { title: milestone } },
    ...rename && { rename },
    ...reviewer !== undefined &&
      { review_requester: by, requested_reviewer: await userOf(call, reviewer) },
    ...event === "locked" && { lock_reason: happening.lockReason ?? null },
    ...event === "closed" && { state_reason: issue.open ? null : issue.reason },
    ...dismissed && {
      dismissed_review: {
        state: dismissed.state.toLowerCase(),
        review_id: dismissed.review,
        dismissal_message: dismissed.message,
        dismissal_commit_id: dismissed.commit,
      },
    },
  };
}
