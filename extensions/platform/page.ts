/** Items asked for at a time: the most the API gives. */
export const PER_PAGE = 100;

/** Pages read at most, so that a run is bounded whatever the repository holds. */
const MAX_PAGES = 10;

/** Items of a list, and whether more exist than were read. */
export interface Listing<Item> {
  /** The items read, in the API's order. */
  items: Item[];
  /** True when the list was cut after {@link MAX_PAGES} pages. */
  truncated: boolean;
}

/**
 * Gathers the items of a paged answer, at most {@link MAX_PAGES} pages.
 *
 * @param pages the answers, page by page
 * @param keep turns an API item into ours, or drops it
 */
export async function collect<Raw, Item>(
  pages: AsyncIterable<{ data: Raw[]; headers: { link?: string | undefined } }>,
  keep: (raw: Raw) => Item | undefined,
): Promise<Listing<Item>> {
  const items: Item[] = [];
  let read = 0;
  for await (const page of pages) {
    for (const raw of page.data) {
      const item = keep(raw);
      if (item !== undefined) items.push(item);
    }
    read += 1;
    if (read === MAX_PAGES) {
      return { items, truncated: page.headers.link?.includes('rel="next"') ?? false };
    }
  }
  return { items, truncated: false };
}
