/** Left as they are. A dot or a dash at the beginning is not: programs take such names otherwise. */
const PLAIN = /^[A-Za-z0-9_@+=,.-]$/;

/**
 * A key as a name that is safe in paths, shells and addresses: letters, digits and `_@+=,.-` stand for
 * themselves, every other byte of its UTF-8 text is `%` and two hexadecimal digits. No two keys have
 * the same name.
 */
export function safeName(key: string): string {
  const name = [...key].map((one) => PLAIN.test(one) ? one : escaped(one)).join("");
  // Servers take a dot at the end for a mistake.
  return name.replace(/^[.-]/, escaped).replace(/\.$/, escaped);
}

/** The key whose name this is; undefined when it is not a key's. */
export function keyOfName(name: string): string | undefined {
  let key: string;
  try {
    key = decodeURIComponent(name);
  } catch {
    return undefined;
  }
  // `%41` would be a second name of `A`.
  return key !== "" && safeName(key) === name ? key : undefined;
}

function escaped(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
