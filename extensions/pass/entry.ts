import { keyOfName, safeName } from "../platform/secrets/safe_name.ts";

/** Characters of one file's name. With `.gpg` at the end, every file system takes as many. */
const MOST_CHARACTERS = 200;

/**
 * The name of a key's entry below the vault's folder. One that is too long for a file's name goes on in
 * a folder whose name ends with a `%` of its own, which no safe name does.
 */
export function entryOf(key: string): string {
  const parts: string[] = [];
  let rest = safeName(key);
  while (rest.length > MOST_CHARACTERS) {
    // Cutting within `%C3` would make a part end with a `%` that means something else.
    const at = rest.lastIndexOf("%", MOST_CHARACTERS);
    const cut = at > MOST_CHARACTERS - 3 ? at : MOST_CHARACTERS;
    parts.push(`${rest.slice(0, cut)}%`);
    rest = rest.slice(cut);
  }
  return [...parts, rest].join("/");
}

/** The key of an entry below the vault's folder; undefined for an entry that is not a key's. */
export function keyOfEntry(entry: string): string | undefined {
  const key = keyOfName(entry.replaceAll("%/", ""));
  return key !== undefined && entryOf(key) === entry ? key : undefined;
}
