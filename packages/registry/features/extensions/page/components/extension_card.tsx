import type { SearchEntry } from "@svc/core/wire";
import { GradeChip } from "./grade_chip.tsx";
import { VerifiedBadge } from "./verified_badge.tsx";
import { When } from "../../../../platform/web/components/when.tsx";

interface ExtensionCardProps {
  extension: SearchEntry;
  now: Date;
}

/** An extension in a list. */
export function ExtensionCard({ extension, now }: ExtensionCardProps) {
  return (
    <li class="card">
      <h3 class="card-name">
        <a href={`/extensions/${extension.name}`}>{extension.name}</a>
      </h3>
      <p class="card-text">{extension.description || "No description."}</p>
      <p class="card-facts">
        <GradeChip score={extension.score} />
        {extension.verified ? <VerifiedBadge /> : null}
        {extension.deprecatedAt ? <span class="chip chip-bad">deprecated</span> : null}
        <NewestVersion extension={extension} />
        <span class="quiet">
          updated <When at={extension.updatedAt} now={now} />
        </span>
      </p>
    </li>
  );
}

function NewestVersion({ extension }: { extension: SearchEntry }) {
  const { latestVersion, latestRc, latestBeta } = extension;
  if (latestVersion !== null) return <code>{latestVersion}</code>;
  if (latestRc === null && latestBeta === null) return null;
  return (
    <span>
      <code>{latestRc ?? latestBeta}</code>{" "}
      <span class="chip">{latestRc === null ? "beta" : "rc"}</span>
    </span>
  );
}

/** A list of extensions. */
export function ExtensionCards(props: { extensions: SearchEntry[]; now: Date }) {
  return (
    <ul class="cards">
      {props.extensions.map((extension) => <ExtensionCard extension={extension} now={props.now} />)}
    </ul>
  );
}
