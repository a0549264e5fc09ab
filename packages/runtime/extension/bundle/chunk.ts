/** What the name of a chunk looks like where one module imports it: `"./chunk-ABCD1234.js"`. */
const REFERENCE = /["']\.\/([^"'/\\]+\.js)["']/g;

/**
 * Tells which chunks a bundled file needs, its chunks' own included: every one that it names, so
 * rather one too many than one too few.
 *
 * @param files code by file name
 */
export function chunkNeeds(files: ReadonlyMap<string, string>): (name: string) => string[] {
  const named = new Map(
    [...files].map(([name, code]) => [
      name,
      [...code.matchAll(REFERENCE)].map((match) => match[1]!).filter((other) => files.has(other)),
    ]),
  );
  return (name) => {
    const reached = new Set<string>([name]);
    for (const file of reached) for (const other of named.get(file)!) reached.add(other);
    reached.delete(name);
    return [...reached].sort();
  };
}
