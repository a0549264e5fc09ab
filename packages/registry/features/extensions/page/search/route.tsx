import { searchExtensions, searchQuery } from "../../read/search.ts";
import type { Rendered } from "../../../../access/page/html_response.ts";
import type { Visit } from "../../../../access/page/visit.ts";
import { SearchPage } from "./page.tsx";
import { searchInput } from "./input.ts";

/** GET /search */
export async function showSearch(visit: Visit): Promise<Rendered> {
  const input = searchInput(visit.url.searchParams);
  const result = await searchExtensions(
    visit.services,
    visit.principal,
    searchQuery.parse({
      q: input.q,
      sort: input.sort,
      page: input.page,
      channel: ["stable", "rc", "beta"],
      ...(input.collective === "" ? {} : { collective: input.collective }),
      ...(input.contentType === "" ? {} : { contentType: [input.contentType] }),
      ...(input.platform === "" ? {} : { platform: [input.platform] }),
    }),
  );
  return { page: <SearchPage {...visit.frame} input={input} result={result} now={visit.now} /> };
}
