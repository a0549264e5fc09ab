/** What a search page was asked for; always complete, never invalid. */
export interface SearchInput {
  q: string;
  sort: SearchSort;
  /** Empty for any. */
  contentType: SearchContentType | "";
  collective: string;
  platform: string;
  /** From 1. */
  page: number;
}

/** Orders, with their labels. */
export const SEARCH_SORTS = {
  relevance: "Best match",
  new: "Newest first",
  updated: "Recently updated",
  name: "Name",
} as const;

/** Kinds of content one can look for, with their labels. */
export const SEARCH_CONTENT_TYPES = {
  models: "Behavior types",
  reports: "Reports",
  vaults: "Vaults",
  datastores: "Datastores",
} as const;

/** An order. */
export type SearchSort = keyof typeof SEARCH_SORTS;

/** A kind of content. */
export type SearchContentType = keyof typeof SEARCH_CONTENT_TYPES;

const FIRST: SearchInput = {
  q: "",
  sort: "relevance",
  contentType: "",
  collective: "",
  platform: "",
  page: 1,
};

/** The last page a search can be asked for: it shows its first 10,000 hits, twenty a page. */
const LAST_PAGE = 500;

/** Reads a query string a person may have typed: what is not understood falls back to its default. */
export function searchInput(query: URLSearchParams): SearchInput {
  const text = (name: string, most: number) => (query.get(name) ?? "").trim().slice(0, most);
  const sort = text("sort", 20);
  const contentType = text("contentType", 20);
  const page = Number(text("page", 6));
  return {
    q: text("q", 200),
    sort: Object.hasOwn(SEARCH_SORTS, sort) ? sort as SearchSort : FIRST.sort,
    contentType: Object.hasOwn(SEARCH_CONTENT_TYPES, contentType)
      ? contentType as SearchContentType
      : FIRST.contentType,
    collective: text("collective", 40).replace(/^@/, ""),
    platform: text("platform", 64),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : FIRST.page,
  };
}

/** The address of a search, defaults left out. */
export function searchHref(input: SearchInput): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== FIRST[name as keyof SearchInput]) query.set(name, String(value));
  }
  return query.size === 0 ? "/search" : `/search?${query}`;
}
