import { Icon } from "@svc/http/page";
import type { PermissionSentence } from "../catalogue/permission_sentence.ts";
import type { Changes } from "../catalogue/changes.ts";
import { Grants } from "./grants.tsx";

/** Which permissions a version asks for that the other one did not, and which no longer. */
export function ChangedPermissions({ changes: { added, removed } }: {
  changes: Changes<PermissionSentence>;
}) {
  if (added.length + removed.length === 0) return <p>No changes.</p>;
  return (
    <div class="change-lists">
      {added.length === 0 ? null : (
        <div class="sheet change-added">
          <h4>
            <Icon name="warning" /> Added
          </h4>
          <Grants sentences={added} />
        </div>
      )}
      {removed.length === 0 ? null : (
        <div class="sheet change-removed">
          <h4>Removed</h4>
          <Grants sentences={removed} />
        </div>
      )}
    </div>
  );
}
