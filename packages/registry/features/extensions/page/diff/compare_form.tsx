import type { VersionEntry } from "@svc/core/wire";
import { diffHref } from "../address/links.ts";

/** Chooses another version to compare with. */
export function CompareForm({ name, version, from, versions }: {
  name: string;
  version: string;
  from: string;
  versions: VersionEntry[];
}) {
  return (
    <form class="compare-form" method="get" action={diffHref(name, version)}>
      <label for="from">Compare with</label>
      <select id="from" name="from">
        {versions.filter((entry) => entry.version !== version).map((entry) => (
          <option value={entry.version} selected={entry.version === from}>
            {entry.version}
            {entry.channel === "stable" ? "" : ` (${entry.channel})`}
            {entry.yankedAt ? " (yanked)" : ""}
          </option>
        ))}
      </select>
      <button type="submit">Compare</button>
    </form>
  );
}
