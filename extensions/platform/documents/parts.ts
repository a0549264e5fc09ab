/** Entries of one document, and bytes of their JSON, at most. */
const MOST_ENTRIES = 500;
const MOST_BYTES = 1_000_000;

/** A list in parts for a document each: the same list is always divided alike. One part at least. */
export function inParts<T>(entries: readonly T[]): T[][] {
  const parts: T[][] = [[]];
  let bytes = 0;
  for (const entry of entries) {
    const size = new TextEncoder().encode(JSON.stringify(entry)).length;
    const part = parts.at(-1)!;
    if (part.length === MOST_ENTRIES || (part.length > 0 && bytes + size > MOST_BYTES)) {
      parts.push([entry]);
      bytes = size;
      continue;
    }
    part.push(entry);
    bytes += size;
  }
  return parts;
}

/** The name of a part, counted from 1: the first has the name alone. */
export function partName(name: string, part: number): string {
  return part === 1 ? name : `${name}~${part}`;
}

/** The names of the parts behind the first. */
export function furtherParts(name: string, parts: number): string[] {
  return Array.from({ length: parts - 1 }, (_, index) => partName(name, index + 2));
}
