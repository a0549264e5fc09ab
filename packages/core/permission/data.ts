/** Why an entry names no behavior types whose data may be read, or undefined when it does. */
export function dataProblem(entry: string): string | undefined {
  return isTypes(entry)
    ? undefined
    : "must be a behavior type in lower case such as @acme/scan, all types below a name such " +
      "as @acme/*, or * for all";
}

/** Why an entry is not one type that can be added to, or undefined when it is. */
export function graftProblem(entry: string): string | undefined {
  return isTypes(entry) && !entry.endsWith("*")
    ? undefined
    : "must be a behavior type in lower case such as @acme/scan";
}

/**
 * True when the `data` entries cover a type: an entry is the type itself, `<prefix>/*` for every type
 * below a prefix, or `*` for every type.
 *
 * @param type normalized
 */
export function coversDataOf(entries: readonly string[], type: string): boolean {
  return entries.some((entry) =>
    entry === "*" || entry === type ||
    (entry.endsWith("/*") && type.startsWith(entry.slice(0, -1)))
  );
}

/** True when one `data` entry covers every type of another. */
export function coversData(granted: string, wanted: string): boolean {
  if (!wanted.endsWith("*")) return coversDataOf([granted], wanted);
  return granted === "*" || granted.endsWith("/*") && wanted.startsWith(granted.slice(0, -1));
}

/** A type as it is compared, or a prefix of types before a last `*`. A scope alone names no type. */
function isTypes(entry: string): boolean {
  if (entry === "*") return true;
  const parts = entry.split("/");
  if (entry.startsWith("@") && parts.length === 1) return false;
  const names = parts.at(-1) === "*" ? parts.slice(0, -1) : parts;
  return names.every((name, index) =>
    /^[a-z0-9][a-z0-9_-]*$/.test(index === 0 ? name.replace(/^@/, "") : name)
  );
}
