import type { VersionEntry } from "@svc/core/wire";
import { When } from "../../../../platform/web/components/when.tsx";
import { versionHref } from "../address/links.ts";
import { VersionChips } from "./version_chips.tsx";

interface VersionListProps {
  name: string;
  versions: VersionEntry[];
  latest: string | null;
  now: Date;
}

/** Published versions, newest first, with channel and yanked marks in words. */
export function VersionList({ name, versions, latest, now }: VersionListProps) {
  return (
    <ol class="versions" reversed>
      {versions.map((entry) => (
        <li class={entry.yankedAt ? "version version-yanked" : "version"}>
          <a href={versionHref(name, entry.version)}>
            <code>{entry.version}</code>
          </a>
          <VersionChips entry={entry} latest={latest} />
          <span class="version-when">
            <When at={entry.publishedAt} now={now} />
          </span>
        </li>
      ))}
    </ol>
  );
}
