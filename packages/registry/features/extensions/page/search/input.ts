import { LIMITS } from "@svc/core/limit";
import { SLUG } from "@svc/core/name";

/** What a search page was asked for; always complete, never invalid. */
export interface SearchInput {
  q: string;
  sort: SearchSort;
  /** Empty for any. */
  contentType: SearchContentType | "";
  label: string;
  collective: string;
  platform: string;
  /** From 1. */
  page: number;
}

/** Orders, with their labels. */
export const SEARCH_SORTS = {
  relevance: "Best match",
  score: "Score",
  pulls: "Pulls",
  updated: "Updated",
  new: "New",
  name: "Name",
} as const;

/** Kinds of content one can look for, with their labels. */
export const SEARCH_CONTENT_TYPES = {
  models: "Behavior types",
  reports: "Reports",
  vaults: "Vaults",
  datastores: "Datastores",
  workflows: "Workflows",
  skills: "Skills",
  drivers: "Drivers",
} as const;

/** An order. */
export type SearchSort = keyof typeof SEARCH_SORTS;

/** A kind of content. */
export type SearchContentType = keyof typeof SEARCH_CONTENT_TYPES;

/** What narrows a search, in the order of the page. */
export const FILTERS = ["contentType", "label", "platform", "collective"] as const;

/** One thing that narrows a search. */
export type Filter = typeof FILTERS[number];

/** A search for everything. */
export const FIRST: SearchInput = {
  q: "",
  sort: "relevance",
  contentType: "",
  label: "",
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
  const collective = text("collective", 40).replace(/^@/, "").toLowerCase();
  return {
    q: text("q", 200),
    sort: Object.hasOwn(SEARCH_SORTS, sort) ? sort as SearchSort : FIRST.sort,
    contentType: Object.hasOwn(SEARCH_CONTENT_TYPES, contentType)
      ? contentType as SearchContentType
      : FIRST.contentType,
    label: text("label", LIMITS.manifestWordCharacters),
    collective: SLUG.test(collective) ? collective : FIRST.collective,
    platform: text("platform", LIMITS.manifestWordCharacters),
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

/** The filters that narrow a search. */
export function chosenFilters(input: SearchInput): Filter[] {
  return FILTERS.filter((filter) => input[filter] !== "");
}

/** A search page's input as the query of the interface, in every channel. */
export function searchQueryOf(input: SearchInput) {
  const list = (value: string) => value === "" ? [] : [value];
  return {
    q: input.q,
    sort: input.sort,
    page: input.page,
    channel: ["stable", "rc", "beta"],
    contentType: list(input.contentType),
    label: list(input.label),
    platform: list(input.platform),
    ...(input.collective === "" ? {} : { collective: input.collective }),
  };
}
