import {
  type Call,
  invalid,
  type MinimalRepository,
  paged,
  Refusal,
  type Routes,
} from "../call/mod.ts";

/** The search of repositories: the emulator's, with the day of creation, and with stars that people gave. */
export const searchRepositoriesRoutes: Routes = {
  "GET /search/repositories": async (call) => {
    const query = call.url.searchParams.get("q")?.trim() ?? "";
    if (query === "") throw invalid([{ resource: "Search", field: "q", code: "missing" }]);
    const page = Number(call.url.searchParams.get("page") ?? 1);
    const size = Number(call.url.searchParams.get("per_page") ?? 30);
    if (page * size > MOST_RESULTS + size) {
      throw new Refusal(422, `Only the first ${MOST_RESULTS} search results are available`);
    }
    const { since, rest } = taken(query);
    const found = (await every(call, rest)).filter((one) => (one.created_at ?? "") >= since);
    const sorted = call.url.searchParams.get("sort") === "stars" ? byStars(call, found) : found;
    return paged(call, sorted.slice(0, MOST_RESULTS), (items) => ({
      total_count: found.length,
      incomplete_results: false,
      items: items.map((item) => ({ score: 1, ...item })),
    }));
  },
};

/** A search gives no more than that. */
const MOST_RESULTS = 1000;

/** Takes `created:>=DATE` out of a query: the emulator does not know it. */
function taken(query: string): { since: string; rest: string } {
  const created = /(?:^|\s)created:>=(\d{4}-\d{2}-\d{2})(?=\s|$)/.exec(query);
  if (created === null && /(?:^|\s)created:/.test(query)) {
    throw new Error(`the stand-in reads created:>=DATE, not '${query}'`);
  }
  const rest = created === null ? query : query.replace(created[0], " ").trim();
  return { since: created?.[1] ?? "", rest: rest === "" ? "stars:>=0" : rest };
}

async function every(call: Call, query: string): Promise<MinimalRepository[]> {
  const all: MinimalRepository[] = [];
  for (let page = 1;; page++) {
    const parameters = new URLSearchParams({ q: query, per_page: "100", page: String(page) });
    const told = await call.emulated("GET", `/search/repositories?${parameters}`);
    if (told.status !== 200) throw new Refusal(told.status, "Validation Failed");
    const { items } = JSON.parse(told.text);
    all.push(...items);
    if (items.length < 100) return all;
  }
}

function byStars(call: Call, found: readonly MinimalRepository[]): MinimalRepository[] {
  const sign = call.url.searchParams.get("order") === "asc" ? -1 : 1;
  return [...found].sort((a, b) => sign * ((b.stargazers_count ?? 0) - (a.stargazers_count ?? 0)));
}
