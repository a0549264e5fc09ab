import { contentGlance } from "@svc/core/descriptor";
import { permissionGlance } from "@svc/core/permission";
import { uncheckedText } from "@svc/core/rubric";
import type { SearchEntry } from "@svc/core/wire";
import { Icon } from "@svc/http/page";
import { When } from "../../../../platform/web/components/when.tsx";
import { labelHref } from "../address/links.ts";
import { plural } from "../catalogue/plural.ts";
import { VerifiedBadge } from "./verified_badge.tsx";

/** Labels that a list shows of an extension. */
const SHOWN_LABELS = 4;

interface ExtensionCardProps {
  extension: SearchEntry;
  /** What was searched for: its words are marked. */
  query?: string | undefined;
  now: Date;
}

/** An extension in a list: what it is, what it may do, and how it is doing. */
function ExtensionCard({ extension, query = "", now }: ExtensionCardProps) {
  const contents = contentGlance(extension.contents);
  const slash = extension.name.indexOf("/");
  return (
    <li class="card">
      <div class="card-top">
        <h3 class="card-name">
          <a href={`/extensions/${extension.name}`}>
            <span class="owner">{extension.name.slice(0, slash + 1)}</span>
            {extension.name.slice(slash + 1)}
          </a>
        </h3>
        <Marks extension={extension} />
      </div>
      <p class="card-text">
        {extension.description === ""
          ? <span class="quiet">No description.</span>
          : <MatchedText text={extension.description} query={query} />}
      </p>
      <p class="card-glance">
        <span class="visually-hidden">Permissions:</span>{" "}
        {permissionGlance(extension.permissions).map((part) => <span>{part}</span>)}
      </p>
      <p class="card-facts">
        <GradeChip score={extension.score} />
        {contents === "" ? null : <span>{contents}</span>}
        <span>{plural(extension.pullCount, "pull")}</span>
        <NewestVersion extension={extension} />
        <span class="quiet">
          updated <When at={extension.updatedAt} now={now} />
        </span>
        <Labels labels={extension.labels} />
      </p>
    </li>
  );
}

function Labels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <span class="card-labels">
      {labels.slice(0, SHOWN_LABELS).map((label) => (
        <a class="chip chip-quiet" href={labelHref(label)}>{label}</a>
      ))}
    </span>
  );
}

function Marks({ extension }: { extension: SearchEntry }) {
  const { verified, isPrivate, deprecatedAt } = extension;
  if (!verified && !isPrivate && deprecatedAt === null) return null;
  return (
    <p class="card-marks">
      {deprecatedAt === null ? null : <span class="chip chip-bad">deprecated</span>}
      {isPrivate && (
        <span class="chip">
          <Icon name="lock" />Private
        </span>
      )}
      {verified ? <VerifiedBadge /> : null}
    </p>
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
export function ExtensionCards(
  props: { extensions: readonly SearchEntry[]; query?: string; now: Date },
) {
  return (
    <ul class="cards">
      {props.extensions.map((extension) => (
        <ExtensionCard extension={extension} query={props.query} now={props.now} />
      ))}
    </ul>
  );
}

/** A grade and percentage in one small chip, for lists. */
function GradeChip({ score }: Pick<SearchEntry, "score">) {
  if (score === null) return <span class="chip chip-quiet">Not scored yet</span>;
  const unchecked = uncheckedText(score);
  return (
    <>
      <span class={`chip grade-chip grade-${score.grade}`}>
        <span class="visually-hidden">Grade</span>
        <b>{score.grade}</b> {score.percentage}%
      </span>
      {unchecked === undefined ? null : <span>{unchecked}</span>}
    </>
  );
}

/** Characters of a description that a list shows. */
const SHOWN = 240;
/** Characters kept before the first match when it comes late. */
const BEFORE = 60;
/** Words of a search that are marked, as many as it looks for. */
const MARKED_WORDS = 8;

/** Words of a search as a pattern for whole words that begin with them; undefined without words. */
export function wordPattern(query: string): RegExp | undefined {
  const words = query.normalize("NFC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = [...new Set(words)].slice(0, MARKED_WORDS).map((word) => word.slice(0, 40));
  if (parts.length === 0) return undefined;
  const begins = parts.filter((part) => [...part].length > 1).map((part) =>
    `${part}[\\p{L}\\p{N}]*`
  );
  const is = parts.filter((part) => [...part].length === 1).map((part) =>
    `${part}(?![\\p{L}\\p{N}])`
  );
  return new RegExp(`((?<![\\p{L}\\p{N}])(?:${[...begins, ...is].join("|")}))`, "giu");
}

/** The part of a text that a list shows: its beginning, or where the first match is. */
export function excerpt(text: string, pattern: RegExp | undefined): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= SHOWN) return plain;
  const match = pattern === undefined ? -1 : plain.search(pattern);
  const late = match > SHOWN - BEFORE;
  const start = late ? plain.indexOf(" ", match - BEFORE) + 1 : 0;
  const end = plain.lastIndexOf(" ", start + SHOWN);
  const shown = plain.slice(start, end > start ? end : start + SHOWN);
  return `${start > 0 ? "… " : ""}${shown}${start + SHOWN < plain.length ? " …" : ""}`;
}

/** A description in a list, cut to what a list shows, with the words of the search marked. */
export function MatchedText({ text, query }: { text: string; query: string }) {
  const pattern = wordPattern(query);
  const shown = excerpt(text, pattern);
  if (pattern === undefined) return <>{shown}</>;
  return (
    <>{shown.split(pattern).map((part, index) => index % 2 === 1 ? <mark>{part}</mark> : part)}</>
  );
}
