import * as z from "npm:zod@4.6.7";
import { type Globals, OWNER, repositoryOf } from "./connection.ts";
import { PULL_COLUMNS } from "../listing/columns.ts";
import { written } from "./written.ts";
import type { Pull } from "../outputs/pull.ts";
import type { MethodContext } from "../../platform/context.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { apiState, PULL_REQUEST_STATES, toPullRequest } from "../../platform/pull_request.ts";
import { defineMethod } from "../../platform/method.ts";

/** Lists the pull requests of one repository, newest first. */
export const listPulls = defineMethod({
  description: "List the pull requests of one repository",
  kind: "list",
  arguments: z.object({
    repo: z.string().min(1).max(140).describe("Repository, as a name or owner/name"),
    owner: OWNER,
    state: z.enum(PULL_REQUEST_STATES).default("open").describe("State"),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute({ repo, owner, state, json }, context: MethodContext<Globals>) {
    const name = repositoryOf(repo, owner, context.globalArgs);
    const fullName = `${name.owner}/${name.repo}`;
    return await written(context, {
      what: `the pull requests of ${fullName}`,
      async read(client, fetchedAt) {
        const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
          ...name,
          state: apiState(state),
          per_page: PER_PAGE,
        });
        return await collect(pages, (api): Pull | undefined => {
          const pull = toPullRequest(api);
          if (state === "merged" && pull.state !== "merged") return undefined;
          return { repo: fullName, ...pull, fetchedAt };
        });
      },
      spec: "pull",
      nameOf: (pull) => instanceName("pull", name, String(pull.number)),
      columns: PULL_COLUMNS,
      json,
    });
  },
});
