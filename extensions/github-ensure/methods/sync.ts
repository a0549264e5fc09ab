import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import { ask, failureOf } from "../../platform/failure.ts";
import { defineMethod } from "../../platform/method.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { Page } from "../../platform/pages.ts";
import type { ApiRepository } from "../../platform/repository.ts";
import { type EnsureContext, open } from "./connection.ts";
import type { ListedRepository, RepositoryList } from "../outputs/repos.ts";

/** Pages read at most: 5,000 repositories. */
const PAGES = 50;

/** Writes the repositories of the owner as one `repos` resource. */
export const sync = defineMethod({
  description: "List the owner's repositories; read-only, also tests the token",
  kind: "list",
  arguments: z.object({}),
  async execute(_args, context: EnsureContext) {
    const { owner, isOrg = false } = context.globalArgs;
    const client = open(context);
    return await ask(`the repositories of ${owner}`, async () => {
      const { pages, visibility } = isOrg
        ? { pages: ofOrganisation(client, owner), visibility: "all" as const }
        : await ofUser(client, owner);
      const { items, truncated } = await collect(pages, listed, { maxPages: PAGES });
      const data: RepositoryList = {
        owner,
        count: items.length,
        visibility,
        repos: items,
        truncated,
        fetchedAt: new Date().toISOString(),
      };
      return { dataHandles: [await context.writeResource("repos", "repos", data)] };
    });
  },
});

const SORTED = { per_page: PER_PAGE, sort: "full_name" } as const;

function ofOrganisation(client: Client, org: string) {
  const options = { org, type: "all", ...SORTED } as const;
  return client.pages("GET /orgs/{org}/repos", options);
}

/**
 * The repositories of a user. `GET /user/repos` lists what the token's account has, so it is asked
 * only when that account is the owner.
 */
async function ofUser(client: Client, username: string) {
  const { pages, visibility } = await isOwn(client, username)
    ? {
      pages: client.pages("GET /user/repos", { affiliation: "owner", ...SORTED }),
      visibility: "all" as const,
    }
    : {
      pages: client.pages("GET /users/{username}/repos", { username, ...SORTED }),
      visibility: "public-only" as const,
    };
  return { pages: pages as AsyncIterable<Page<ApiRepository>>, visibility };
}

async function isOwn(client: Client, owner: string): Promise<boolean> {
  try {
    const { data } = await client.request("GET /user");
    return data.login.toLowerCase() === owner.toLowerCase();
  } catch (error) {
    // The token of an app's installation is valid and belongs to no user.
    if (failureOf(error, "the token's account").code === "forbidden") return false;
    throw error;
  }
}

function listed(api: ApiRepository): ListedRepository {
  return {
    name: api.name,
    fullName: api.full_name,
    private: api.private,
    archived: api.archived ?? false,
    fork: api.fork,
    defaultBranch: api.default_branch ?? "",
    url: api.html_url,
    pushedAt: api.pushed_at ?? null,
  };
}
