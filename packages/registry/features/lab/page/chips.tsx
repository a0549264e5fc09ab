import type { Issue } from "@svc/core/wire";
import { STATUS_WORDS } from "./words.ts";

/** Status, type, and who sees an issue, at a glance. */
export function IssueChips({ issue }: { issue: Issue }) {
  return (
    <p class="plate-chips">
      <span class="chip">{STATUS_WORDS[issue.status]}</span>
      <span class="chip chip-quiet">{issue.type}</span>
      {issue.hidden ? <span class="chip chip-quiet">hidden</span> : null}
      {issue.locked ? <span class="chip chip-quiet">locked</span> : null}
    </p>
  );
}
