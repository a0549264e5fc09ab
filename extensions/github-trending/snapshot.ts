import * as z from "npm:zod@4.6.7";
import { connect } from "../platform/client.ts";
import type { MethodContext } from "../platform/context.ts";
import { ask } from "../platform/failure.ts";
import { defineMethod } from "../platform/method.ts";
import { storedDocument } from "../platform/stored_text.ts";
import type { Trending } from "./trending.ts";

/** Schema of {@link Globals}. */
export const globals = z.object({
  windowDays: z.number().int().min(1).max(365).describe("Days to look back"),
  count: z.number().int().min(1).max(100).describe("Maximum number of repositories"),
  language: z.string().min(1).max(100).regex(/^[^"\\\p{C}\p{Zl}\p{Zp}]+$/u).optional().describe(
    "Programming language, for example TypeScript (default: all)",
  ),
  githubToken: z.string().min(1).meta({ sensitive: true }).optional().describe(
    "Token of the API; without one, searches are limited to 10 per minute",
  ),
});

/** Global arguments of the type. */
type Globals = z.infer<typeof globals>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Writes the repositories created in the window that have the most stars, as one `trending` resource. */
export const snapshot = defineMethod({
  description: "Search once and store the result",
  kind: "read",
  arguments: z.object({}),
  async execute(_args, context: MethodContext<Globals>) {
    const { windowDays, count, language, githubToken } = context.globalArgs;
    const client = connect({ extension: "github-trending", context, token: githubToken });
    const now = new Date();
    const since = new Date(now.getTime() - windowDays * DAY_MS).toISOString().slice(0, 10);
    return await ask("the search for repositories", async () => {
      const { data } = await client.request("GET /search/repositories", {
        q: searchText(since, language),
        sort: "stars",
        order: "desc",
        per_page: count,
      });
      const trending: Trending = {
        windowDays,
        since,
        language: language ?? null,
        totalCount: data.total_count,
        incomplete: data.incomplete_results,
        repositories: data.items.map((item, index) => ({
          rank: index + 1,
          fullName: item.full_name,
          description: item.description,
          language: item.language,
          stars: item.stargazers_count,
          forks: item.forks_count,
          topics: item.topics ?? [],
          url: item.html_url,
          createdAt: item.created_at,
          pushedAt: item.pushed_at,
        })),
        snapshotAt: now.toISOString(),
      };
      return {
        dataHandles: [
          await context.writeResource("trending", "trending", storedDocument(trending)),
        ],
      };
    });
  },
});

/** The search; the language's schema lets nothing through that could end its quotes. */
function searchText(since: string, language: string | undefined): string {
  return `created:>=${since}${language === undefined ? "" : ` language:"${language}"`}`;
}
