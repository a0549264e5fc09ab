// The YAML library takes 40 ms and more to load, as long as all else that a run does before its method.
// A file as svc writes it needs none of it.

/** `key: value` with a value that YAML takes as a text whatever its rules for types, or an empty mapping. */
const LINE =
  /^([A-Za-z][A-Za-z0-9_]{0,63}): (?:([A-Za-z0-9/][A-Za-z0-9/_.:-]*)|"([^"\\\p{Cc}]*)"|(\{\}))$/u;

/** What YAML may read as something else than a text: numbers, times, and words for yes, no and nothing. */
const TYPED =
  /^(?:[0-9][0-9_.:-]*(?:e[+-]?[0-9]+)?|0x[0-9a-f]+|0o[0-7]+|true|false|null|yes|no|on|off|y|n)$/i;

/**
 * The mapping in a YAML text of plain lines, or undefined when the text needs a YAML reader: what is
 * given is what that one gives.
 */
export function plainMapping(text: string): Record<string, unknown> | undefined {
  const entries = new Map<string, unknown>();
  // The first line may name a schema to editors.
  for (const line of text.replace(/^# [^\p{Cc}]*\n/u, "").replace(/\n$/, "").split("\n")) {
    const [, key, plain, quoted, empty] = LINE.exec(line) ?? [];
    if (key === undefined || entries.has(key)) return undefined;
    if (plain !== undefined && (TYPED.test(plain) || plain.endsWith(":"))) return undefined;
    entries.set(key, empty === undefined ? plain ?? quoted : {});
  }
  return Object.fromEntries(entries);
}
