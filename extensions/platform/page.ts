import { PlatformFailure } from "./failure.ts";

/** Items asked for at a time: the most the API gives. */
export const PER_PAGE = 100;

/** Pages read at most unless a caller says otherwise, so that a run is bounded. */
const MAX_PAGES = 10;

/** Pages read at most for a number of items: the pages of a hostile host may hold none. */
const MOST_PAGES = 1_000;

/** Items of a list, and whether more exist than were read. */
export interface Listing<Item> {
  /** The items read, in the API's order. */
  items: Item[];
  /** True when the list was cut at a bound. */
  truncated: boolean;
}

/**
 * Gathers the items of a paged answer up to the bounds.
 *
 * @param pages the answers, page by page, as `client.pages` gives them
 * @param keep turns an API item into ours, or drops it
 * @param bounds.maxItems kept items at most; no bound unless given
 * @param bounds.maxPages pages at most; 10, or 1,000 when `maxItems` is given
 * @throws PlatformFailure `unavailable` when a page is not a list or leads back to one that was read before.
 */
export async function collect<Raw, Item>(
  pages: AsyncIterable<{ data: Raw[]; headers: { link?: string | undefined } }>,
  keep: (raw: Raw) => Item | undefined,
  bounds: { maxItems?: number; maxPages?: number } = {},
): Promise<Listing<Item>> {
  const maxItems = bounds.maxItems ?? Infinity;
  const maxPages = bounds.maxPages ?? (bounds.maxItems === undefined ? MAX_PAGES : MOST_PAGES);
  const items: Item[] = [];
  const links = new Set<string>();
  let read = 0;
  for await (const page of pages) {
    for (const raw of asList(page.data)) {
      const item = keep(raw);
      if (item === undefined) continue;
      if (items.length === maxItems) return { items, truncated: true };
      items.push(item);
    }
    read += 1;
    const next = linkTo(page.headers.link, "next");
    if (next === undefined) continue;
    if (links.has(next)) throw circle();
    links.add(next);
    if (read === maxPages || items.length === maxItems) return { items, truncated: true };
  }
  return { items, truncated: false };
}

/**
 * The items of a page.
 *
 * @throws PlatformFailure `unavailable` when it is none, whatever its type says.
 */
export function asList<Raw>(data: readonly Raw[]): readonly Raw[] {
  if (Array.isArray(data)) return data;
  throw new PlatformFailure("unavailable", { reason: "the answer is not a list" });
}

/** What a list is refused with that leads back to a page that was read before. */
export function circle(what?: string): PlatformFailure {
  const reason = "a page of the list links back to an earlier page";
  return new PlatformFailure("unavailable", { ...(what === undefined ? {} : { what }), reason });
}

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
