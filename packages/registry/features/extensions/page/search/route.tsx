import { searchExtensions, searchQuery } from "../../read/search.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { SearchPage, type Suggestion } from "./page.tsx";
import { chosenFilters, FIRST, type SearchInput, searchInput, searchQueryOf } from "./input.ts";

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
