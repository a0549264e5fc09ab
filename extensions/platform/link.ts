/**
 * The address of a relation in a `Link` header, for example of `next` or `last`; undefined when there
 * is none. Takes time that grows with the header's length only, whatever is in it.
 */
export function linkTo(link: string | undefined, relation: string): string | undefined {
  for (const [, address, found] of (link ?? "").matchAll(/<([^<>]+)>; *rel="([^"<>]*)"/g)) {
    if (found === relation) return address;
  }
  return undefined;
}
