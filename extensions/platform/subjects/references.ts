/** How one subject speaks of another, the strongest first. */
export const RELATIONSHIPS = ["closing", "cross-reference", "text"] as const;

/** A relationship of {@link RELATIONSHIPS}. */
export type Relationship = typeof RELATIONSHIPS[number];

/** A subject that another one names. */
export interface Reference {
  /** `owner/name#number`, as it is written. */
  target: string;
  relationship: Relationship;
  /** In another repository. */
  external: boolean;
}

/** The number that a reference's target ends in; null where it has none. */
export function numberIn(target: string): number | null {
  const number = Number(/#(\d{1,15})$/.exec(target)?.[1]);
  return number > 0 ? number : null;
}

/** References of one text at most: more is a list, not a relation. */
const MOST = 200;

const NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,38}/[A-Za-z0-9._-]{1,100}";
const CLOSING = "(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)";

/** `#12`, `owner/name#12`, `GH-12` or the address of an issue or pull request. */
const MENTION = new RegExp(
  `(?<![A-Za-z0-9_])(?:(${CLOSING})(?::\\s{0,8}|\\s{1,8}))?` +
    `(?:(?<![\\w&/.-])(${NAME})?#([1-9]\\d{0,8})|GH-([1-9]\\d{0,8})` +
    `|https://[A-Za-z0-9.-]{1,253}(?::\\d{1,5})?/(${NAME})/(?:issues|pull)/([1-9]\\d{0,8}))(?!\\w)`,
  "gi",
);

/**
 * The subjects that a text names, each once, by the platform's ways of writing them. What stands in
 * code is not a reference.
 *
 * @param repo owner/name of the repository in which it was written
 */
export function referencesIn(text: string, repo: string): Reference[] {
  const found: Reference[] = [];
  for (const match of withoutCode(text).matchAll(MENTION)) {
    const [, closing, named, short, old, linked, number] = match;
    const target = `${named ?? linked ?? repo}#${short ?? old ?? number}`;
    found.push({
      target,
      relationship: closing === undefined ? "text" : "closing",
      external: isExternal(target, repo),
    });
    if (found.length === MOST) break;
  }
  return strongest(found);
}

/** Each target once, by its strongest relationship, in the order they came. */
export function strongest(references: readonly Reference[]): Reference[] {
  const byTarget = new Map<string, Reference>();
  for (const reference of references) {
    const key = reference.target.toLowerCase();
    const before = byTarget.get(key);
    if (before === undefined) byTarget.set(key, reference);
    else if (rank(reference) < rank(before)) {
      byTarget.set(key, { ...before, relationship: reference.relationship });
    }
  }
  return [...byTarget.values()];
}

/** Whether `owner/name#number` is in another repository. */
export function isExternal(target: string, repo: string): boolean {
  return target.slice(0, target.lastIndexOf("#")).toLowerCase() !== repo.toLowerCase();
}

function rank({ relationship }: Reference): number {
  return RELATIONSHIPS.indexOf(relationship);
}

/** The text with spaces in the place of its code blocks and code spans. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => " ".repeat(code.length));
}
