import type { VersionEntry } from "@svc/core/wire";

/** A choice among versions, each with its channel. */
export function VersionSelect({ id, versions }: { id: string; versions: VersionEntry[] }) {
  return (
    <div class="field">
      <label for={id}>Version</label>
      <select id={id} name="version">
        {versions.map(({ version, channel }) => (
          <option value={version}>
            {channel === "stable" ? version : `${version} (${channel})`}
          </option>
        ))}
      </select>
    </div>
  );
}
