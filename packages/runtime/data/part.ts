/** The part of a value at a path, undefined when there is none. */
export function partAt(value: unknown, path: readonly (string | number)[]): unknown {
  let part = value;
  for (const key of path) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    part = (part as Record<string | number, unknown>)[key];
  }
  return part;
}
