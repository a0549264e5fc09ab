import * as z from "npm:zod@4.6.7";
import { type Globals, ORG, orgOf, OWNER, repositoryOf } from "./connection.ts";
import { REPO_COLUMNS } from "../listing/columns.ts";
import { type Listed, written } from "./written.ts";
import { type ApiRepository, toRepository } from "../../platform/repository.ts";
import type { Repo } from "../outputs/repo.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, type Listing, PER_PAGE } from "../../platform/page.ts";
import { ownerPattern, parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";

/** Orders of a list of repositories. */
const SORTS = ["full_name", "created", "updated", "pushed"] as const;

/** Kinds of repositories of an organisation. */
const ORG_TYPES = ["all", "public", "private", "forks", "sources", "member"] as const;

/** Kinds of repositories of a user; the last two only of the token's own account. */
const USER_TYPES = ["owner", "all", "member", "public", "private"] as const;

/** Lists the repositories of an organisation. */
export const listRepos = defineMethod({
  description: "List the repositories of an organisation",
  kind: "list",
  arguments: z.object({
    org: ORG,
    type: z.enum(ORG_TYPES).default("all").describe("Type of repositories"),
    sort: z.enum(SORTS).default("full_name").describe("Order"),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute({ org: given, type, sort, json }, context: MethodContext<Globals>) {
    const org = orgOf(given, context.globalArgs);
    const page = { org, type, sort, per_page: PER_PAGE };
    return await listed(
      context,
      json,
      `the repositories of ${org}`,
      (client, fetchedAt) => repos(client.pages("GET /orgs/{org}/repos", page), fetchedAt),
    );
  },
});

/** Lists the repositories of a user, or of the token's own account. */
export const listForUser = defineMethod({
  description: "List the repositories of a user, or your own",
  kind: "list",
  arguments: z.object({
    username: z.string().regex(ownerPattern).optional().describe(
      "Login of the user (default: you)",
    ),
    type: z.enum(USER_TYPES).default("owner").describe("Type of repositories"),
    sort: z.enum(SORTS).default("full_name").describe("Order"),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute({ username, type, sort, json }, context: MethodContext<Globals>) {
    return await listed(
      context,
      json,
      username === undefined ? "your repositories" : `the repositories of ${username}`,
      (client, fetchedAt) => {
        const page = { sort, per_page: PER_PAGE };
        if (username === undefined) {
          return repos(client.pages("GET /user/repos", { type, ...page }), fetchedAt);
        }
        if (type === "public" || type === "private") throw onlyYourOwn(type);
        const listing = client.pages("GET /users/{username}/repos", { username, type, ...page });
        return repos(listing, fetchedAt);
      },
    );
  },
});

function onlyYourOwn(type: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `the type '${type}' is only for your own repositories, without a username`,
    hint: "With a username write owner, all or member",
  });
}

/** Reads one repository. */
export const getRepo = defineMethod({
  description: "Read one repository",
  kind: "read",
  arguments: z.object({
    repo: z.string().min(1).max(140).describe("Repository, as a name or owner/name"),
    owner: OWNER,
  }),
  async execute({ repo, owner }, context: MethodContext<Globals>) {
    const name = repositoryOf(repo, owner, context.globalArgs);
    const what = `${name.owner}/${name.repo}`;
    return await listed(context, false, what, async (client, fetchedAt) => {
      const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
      return { items: [{ ...toRepository(data), fetchedAt }], truncated: false };
    });
  },
});

async function repos(
  pages: AsyncIterable<{ data: ApiRepository[]; headers: { link?: string | undefined } }>,
  fetchedAt: string,
): Promise<Listing<Repo>> {
  return await collect(pages, (repo: ApiRepository) => ({ ...toRepository(repo), fetchedAt }));
}

/** Reads repositories, writes and shows them. */
async function listed(
  context: MethodContext<Globals>,
  json: boolean,
  what: string,
  read: Listed<Repo>["read"],
): Promise<MethodResult> {
  return await written(context, {
    what,
    read,
    spec: "repo",
    nameOf: (repo) => instanceName("repo", parseRepositoryName(repo.fullName)),
    columns: REPO_COLUMNS,
    json,
  });
}
