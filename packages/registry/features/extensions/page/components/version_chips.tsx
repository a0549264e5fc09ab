import type { VersionEntry } from "@svc/core/wire";
import { VerifiedBadge } from "./verified_badge.tsx";

const MARKS = { yanked: "yanked", quarantine: "in quarantine", takedown: "taken down" } as const;

/** What a version is, in words: latest, its channel, yanked, verified. */
export function VersionChips({ entry, latest }: { entry: VersionEntry; latest: string | null }) {
  return (
    <>
      {entry.version === latest ? <span class="chip chip-strong">latest</span> : null}
      {entry.channel === "stable" ? null : <span class="chip">{entry.channel}</span>}
      {(entry.restriction || entry.yankedAt) && (
        <span class="chip chip-bad">{MARKS[entry.restriction?.kind ?? "yanked"]}</span>
      )}
      {entry.verifiedBySvc ? <VerifiedBadge /> : null}
    </>
  );
}
