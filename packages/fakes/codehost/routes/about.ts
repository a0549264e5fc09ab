import { limitedAs } from "../access/mod.ts";
import { json, Refusal, type Routes } from "../call/mod.ts";
import type { Resource } from "../state/mod.ts";

/** The host about itself, and how much of each limit the caller has used. Asking costs nothing. */
export const aboutRoutes: Routes = {
  "GET /meta": () => json({ verifiable_password_authentication: true }),

  "GET /rate_limit": ({ state: { limits }, token }) => {
    if (!limits.enabled) throw new Refusal(404, "Rate limiting is not enabled.");
    const shown = (resource: Resource) => {
      const { limit, used, resetAt } = limits.of(limitedAs(token), resource);
      return {
        limit,
        used,
        remaining: Math.max(0, limit - used),
        reset: Math.ceil(resetAt / 1000),
      };
    };
    const core = shown("core");
    const [search, code_search, graphql] = [
      shown("search"),
      shown("code_search"),
      shown("graphql"),
    ];
    return json({ resources: { core, search, code_search, graphql }, rate: core });
  },
};
