import type { WrittenRule } from "../oauth/admission/rule.ts";

/** What an entry of `allow` may have. */
const TEXTS = ["collective", "role", "user"];
const LISTS = ["run", "read"];

/** The most entries. */
const MOST = 1000;

/**
 * Reads `allow` of the settings file: a list of what each group of people may do.
 *
 * @returns what is wrong with it, for an invalid list
 */
export function readAllow(value: unknown): readonly WrittenRule[] | string {
  if (!Array.isArray(value)) return "'allow' must be a list";
  if (value.length > MOST) return `'allow' has more than ${MOST} entries`;
  for (const [index, entry] of value.entries()) {
    const wrong = problemOf(entry);
    if (wrong !== undefined) return `'allow[${index}]' ${wrong}`;
  }
  return value as WrittenRule[];
}

function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return `must be a mapping of ${[...TEXTS, ...LISTS].join(", ")}`;
  }
  for (const [name, value] of Object.entries(entry)) {
    if (TEXTS.includes(name)) {
      if (typeof value !== "string") return `has a '${name}' that is not text`;
    } else if (!LISTS.includes(name)) {
      return `has an unknown key '${name.slice(0, 80)}'`;
    } else if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) {
      return `has a '${name}' that is not a list of texts`;
    }
  }
  return undefined;
}
