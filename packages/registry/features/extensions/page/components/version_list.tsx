import type { VersionEntry } from "@svc/core/wire";
import { VerifiedBadge } from "./verified_badge.tsx";
import { When } from "../../../../platform/web/components/when.tsx";

interface VersionListProps {
  versions: VersionEntry[];
  /** How many there are in all. */
  total: number;
  latest: string | null;
  now: Date;
}

/** Published versions, newest first, with channel and yanked marks in words. */
export function VersionList({ versions, total, latest, now }: VersionListProps) {
  return (
    <>
      <ol class="versions" reversed>
        {versions.map((entry) => (
          <li class={entry.yankedAt ? "version version-yanked" : "version"}>
            <code>{entry.version}</code>
            {entry.version === latest ? <span class="chip chip-strong">latest</span> : null}
            {entry.channel === "stable" ? null : <span class="chip">{entry.channel}</span>}
            {entry.yankedAt ? <span class="chip chip-bad">yanked</span> : null}
            {entry.verifiedBySvc ? <VerifiedBadge /> : null}
            <span class="version-when">
              <When at={entry.publishedAt} now={now} />
            </span>
          </li>
        ))}
      </ol>
      {total > versions.length
        ? <p class="quiet">The newest {versions.length} of {total} versions.</p>
        : null}
    </>
  );
}
