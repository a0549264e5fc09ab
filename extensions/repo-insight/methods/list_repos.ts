import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { toRepository } from "../../platform/repository.ts";
import type { RepositoryList } from "../outputs/repository.ts";
import { defineMethod } from "../../platform/method.ts";

/** Writes the repositories the token's account can see as one `repos` resource. */
export const listRepos = defineMethod({
  description: "List the repositories the token's account can see",
  kind: "list",
  arguments: z.object({}),
  async execute(_args, context: MethodContext) {
    const client = await openClient(context);
    return await ask("your repositories", async () => {
      const pages = client.pages("GET /user/repos", {
        per_page: PER_PAGE,
        sort: "full_name",
      });
      const { items, truncated } = await collect(pages, toRepository);
      const data: RepositoryList = {
        repositories: items,
        truncated,
        fetchedAt: new Date().toISOString(),
      };
      return { dataHandles: [await context.writeResource("repos", "repos", storedDocument(data))] };
    });
  },
});
