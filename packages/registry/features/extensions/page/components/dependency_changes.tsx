import type { Changes } from "../catalogue/changes.ts";
import { Section } from "../../../../platform/web/components/section.tsx";

/** Which extensions and packages a version needs that the other one did not, and which no longer. */
export function DependencyChanges({ changes: { added, removed } }: { changes: Changes<string> }) {
  return (
    <Section id="dependencies" title="Dependencies" level={3}>
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
    </Section>
  );
}
