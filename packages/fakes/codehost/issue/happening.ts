import { type Asking, userOf } from "../call/mod.ts";
import { apiOf } from "../shape/mod.ts";
import type { Happening } from "../state/mod.ts";
import { issueShape } from "./shape.ts";

/** Something that was done to an issue, as the API shows it in lists of events. */
export function happeningShape(call: Asking, happening: Happening): object {
  const { id, issue, event, actor, at, source, commit } = happening;
  const by = userOf(call, actor);
  if (source) {
    const found = { type: "issue", issue: issueShape(call, source) };
    return { event, actor: by, created_at: at, updated_at: at, source: found };
  }
  const api = apiOf(call, issue.project);
  return {
    id,
    url: `${api}/issues/events/${id}`,
    actor: by,
    event,
    commit_id: commit ?? null,
    commit_url: commit === undefined ? null : `${api}/commits/${commit}`,
    created_at: at,
    performed_via_github_app: null,
    ...details(call, happening, by),
  };
}

/** What an event has beside, by what it is about. */
function details(call: Asking, happening: Happening, by: object | null): object {
  const { label, assignee, rename, reviewer, event, issue } = happening;
  return {
    ...label && { label },
    ...assignee !== undefined && { assignee: userOf(call, assignee), assigner: by },
    ...rename && { rename },
    ...reviewer !== undefined &&
      { review_requester: by, requested_reviewer: userOf(call, reviewer) },
    ...event === "closed" && { state_reason: issue.open ? null : issue.reason },
  };
}
