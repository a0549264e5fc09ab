import { searchExtensions, searchQuery } from "../../read/search.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import {
  chosenFilters,
  FIRST,
  SEARCH_SORTS,
  searchHref,
  type SearchInput,
  searchInput,
  searchQueryOf,
  type SearchSort,
} from "./input.ts";
import type { SearchResponse } from "@svc/core/wire";
import { plural } from "../catalogue/plural.ts";
import { ExtensionCards } from "../components/extension_card.tsx";
import { Icon } from "@svc/http/page";
import { Pagination } from "../../../../platform/web/components/pagination.tsx";
import { Layout, type PageFrame } from "../../../../platform/web/layout/layout.tsx";
import { Facets, filterText } from "./facets.tsx";

/** Single words that are tried where all together find nothing. */
const TRIED_WORDS = 4;

/** GET /search */
export async function showSearch(visit: Visit): Promise<Rendered> {
  const input = searchInput(visit.url.searchParams);
  const result = await searchExtensions(
    visit.services,
    visit.principal,
    searchQuery.parse({ ...searchQueryOf(input), facets: "true" }),
  );
  const suggestions = result.meta.total === 0 ? await suggest(visit, input) : [];
  return {
    page: (
      <SearchPage
        {...visit.frame}
        input={input}
        result={result}
        suggestions={suggestions}
        now={visit.now}
      />
    ),
  };
}

/** Searches near one that found nothing, with what they find: without filters, each word alone. */
async function suggest(visit: Visit, input: SearchInput): Promise<Suggestion[]> {
  const words = [...new Set(input.q.split(/\s+/).filter((word) => word !== ""))];
  const near = [
    ...(chosenFilters(input).length > 0 && input.q !== "" ? [{ ...FIRST, q: input.q }] : []),
    ...(words.length > 1 ? words.slice(0, TRIED_WORDS).map((q) => ({ ...FIRST, q })) : []),
  ];
  const found = await Promise.all(near.map(async (input) => {
    const query = searchQuery.parse({ ...searchQueryOf(input), perPage: "1" });
    const { meta } = await searchExtensions(visit.services, visit.principal, query);
    return { input, total: meta.total };
  }));
  return found.filter(({ total }) => total > 0);
}

export type { Suggestion };

interface SearchPageProps extends PageFrame {
  input: SearchInput;
  result: SearchResponse;
  /** Searches that find something, where this one does not. */
  suggestions: readonly Suggestion[];
  now: Date;
}

/** Search results, with orders and filters that are links: every state is an address. */
export function SearchPage({ input, result, suggestions, now, ...frame }: SearchPageProps) {
  const { total } = result.meta;
  return (
    <Layout
      title={input.q === "" ? "All extensions" : `${input.q} – search`}
      {...frame}
      query={input.q}
      noIndex={input.q !== ""}
    >
      <Heading q={input.q} corrected={result.correctedQuery} />
      <div class="with-side">
        {result.facets ? <Facets input={input} facets={result.facets} /> : null}
        <section class="results" aria-labelledby="results">
          <h2 id="results" class="visually-hidden">Results</h2>
          <div class="results-bar">
            <p role="status">{plural(total, "extension")}</p>
            {total > 1 ? <Sorts input={input} /> : null}
          </div>
          <Chosen input={input} />
          {total === 0 ? <NoHits input={input} suggestions={suggestions} /> : null}
          {total > 0 && result.extensions.length === 0 && (
            <div class="empty">
              <h2>This page is past the end</h2>
              <p>
                <a href={searchHref({ ...input, page: 1 })}>Go to the first page</a>
              </p>
            </div>
          )}
          {result.extensions.length === 0 ? null : (
            <ExtensionCards
              extensions={result.extensions}
              query={result.correctedQuery ?? input.q}
              now={now}
            />
          )}
          <Pagination meta={result.meta} href={(page) => searchHref({ ...input, page })} />
        </section>
      </div>
    </Layout>
  );
}

/** What the results are for, which is not what was typed where that is nowhere. */
function Heading({ q, corrected }: { q: string; corrected: string | undefined }) {
  if (q === "") return <h1>All extensions</h1>;
  if (corrected === undefined) return <h1>Results for “{q}”</h1>;
  return (
    <>
      <h1>Showing results for “{corrected}”</h1>
      <p>Nothing matches “{q}” as it was typed.</p>
    </>
  );
}

/** The orders. Without words, what matches best is what is pulled most. */
function Sorts({ input }: { input: SearchInput }) {
  const orders = (Object.keys(SEARCH_SORTS) as SearchSort[])
    .filter((sort) => input.q !== "" || sort !== "relevance");
  const current = input.q === "" && input.sort === "relevance" ? "pulls" : input.sort;
  return (
    <nav class="sorts" aria-label="Order">
      <span aria-hidden="true">Sort by</span>
      {orders.map((sort) => (
        <a
          href={searchHref({ ...input, sort, page: 1 })}
          {...(sort === current ? { "aria-current": "true" } : {})}
        >
          {SEARCH_SORTS[sort]}
        </a>
      ))}
    </nav>
  );
}

/** The filters that are on, each a link that takes it off. */
function Chosen({ input }: { input: SearchInput }) {
  const chosen = chosenFilters(input);
  if (chosen.length === 0) return null;
  return (
    <p class="chosen">
      {chosen.map((filter) => (
        <a class="chip" href={searchHref({ ...input, [filter]: "", page: 1 })}>
          <span class="visually-hidden">Remove the filter</span> {filterText(filter, input[filter])}
          {" "}
          <Icon name="cross" />
        </a>
      ))}
      {chosen.length > 1 && (
        <a href={searchHref({ ...FIRST, q: input.q, sort: input.sort })}>Remove all filters</a>
      )}
    </p>
  );
}

/** A search that finds more than the one that found nothing. */
interface Suggestion {
  input: SearchInput;
  total: number;
}

/** What to do where a search finds nothing. */
function NoHits(
  { input, suggestions }: { input: SearchInput; suggestions: readonly Suggestion[] },
) {
  return (
    <div class="empty">
      <h2>Nothing matches</h2>
      {suggestions.length === 0 ? <p>Try fewer, shorter or other words.</p> : (
        <>
          <p>These searches find something:</p>
          <ul class="plain">
            {suggestions.map(({ input: near, total }) => (
              <li>
                <a href={searchHref(near)}>
                  {near.q === input.q ? `“${near.q}” without filters` : `“${near.q}”`}
                </a>{" "}
                <span class="quiet">
                  {total.toLocaleString("en")} {total === 1 ? "extension" : "extensions"}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="quiet">
        Private extensions are visible only to members who are signed in.
      </p>
      <p>
        <a href="/search">See all extensions</a>
      </p>
    </div>
  );
}
