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
