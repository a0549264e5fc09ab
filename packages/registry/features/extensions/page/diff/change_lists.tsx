import type { PermissionSentence } from "../catalogue/permission_sentence.ts";
import { Grants } from "../components/grants.tsx";
import { Icon } from "@svc/http/page";
import type { Changes } from "./changes.ts";

/** Which permissions a version asks for that the other one did not, and which no longer. */
export function PermissionChanges({ changes }: { changes: Changes<PermissionSentence> }) {
  const { added, removed } = changes;
  return (
    <section id="permissions" aria-labelledby="permissions-title">
      <h3 id="permissions-title">Permissions</h3>
      {added.length + removed.length === 0 ? <p>No changes.</p> : (
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
      )}
    </section>
  );
}

/** Which extensions and packages a version needs that the other one did not, and which no longer. */
export function DependencyChanges({ changes: { added, removed } }: { changes: Changes<string> }) {
  return (
    <section aria-labelledby="dependencies-title">
      <h3 id="dependencies-title">Dependencies</h3>
      {added.length + removed.length === 0 ? <p>No changes.</p> : (
        <ul class="rows sheet">
          {[...added.map((name) => [name, "added"]), ...removed.map((name) => [name, "removed"])]
            .map(([name, what]) => (
              <li>
                <code>{name}</code>
                <span class={`chip chip-${what}`}>{what}</span>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
