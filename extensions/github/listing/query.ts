import { PlatformFailure } from "../../platform/failure.ts";

/** Names of qualifiers that say where to search. Several of them widen a search. */
const PLACES = ["repo", "org", "user", "owner"];

/**
 * A query of the platform's search: the person's text first, then the qualifiers that the
 * arguments ask for. The text cannot undo them: names that they use, another place when one is
 * given, and `OR` with parentheses beside them are refused. Text in quotation marks is just text.
 *
 * @param qualifiers what the arguments ask for, for example `{ repo: "octocat/site" }`
 * @throws PlatformFailure `refused`
 */
export function searchQuery(
  text: string,
  qualifiers: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(qualifiers).filter((entry): entry is [string, string] =>
    entry[1] !== undefined
  );
  const names = new Set(given.map(([name]) => name));
  if (PLACES.some((name) => names.has(name))) { for (const name of PLACES) names.add(name); }
  // `is:` and `type:` say the same; a second `state:` or `is:closed` would contradict the first.
  if (names.has("is")) names.add("type");
  refuseOverrides(text, names);
  return [text.trim(), ...given.map(([name, value]) => `${name}:${quoted(name, value)}`)]
    .filter((part) => part !== "").join(" ");
}

function refuseOverrides(text: string, names: ReadonlySet<string>): void {
  const bare = text.replace(/"[^"]*"/g, '""');
  if ((bare.match(/"/g) ?? []).length % 2 === 1) {
    throw refused("its quotation marks do not match", "Close the quotation");
  }
  for (const [, name] of bare.matchAll(/(?:^|[\s(])-*([a-z][a-z-]*):/gi)) {
    if (names.has(name!.toLowerCase())) {
      throw refused(
        `it contains '${name}:', which the arguments set`,
        "Remove it from the query, or omit the argument",
      );
    }
  }
  if (/(?:^|[\s(])OR(?=[\s)]|$)|[()]/.test(bare)) {
    throw refused(
      "OR and parentheses could override the arguments",
      "Put literal text in quotation marks, or run two searches",
    );
  }
}

/** A value as it stands in a query, in quotation marks when it has to. */
function quoted(name: string, value: string): string {
  if (/["\p{Cc}]/u.test(value)) {
    throw refused(`${name} contains a quotation mark or a control character`, "Remove it");
  }
  return /\s/.test(value) ? `"${value}"` : value;
}

function refused(reason: string, hint: string): PlatformFailure {
  return new PlatformFailure("refused", { what: "the query", reason, hint });
}
