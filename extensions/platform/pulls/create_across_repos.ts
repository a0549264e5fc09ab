import * as z from "npm:zod@4.6.7";
import type { DataHandle } from "../context.ts";
import { failIfAny, fanOut } from "../fan_out.ts";
import { instanceName } from "../names.ts";
import { distinctRepositories, fullName, type RepositoryName } from "../repository_name.ts";
import { tellOutcome } from "../tell_outcome.ts";
import { apiClient, type PullsContext, repositoryOf } from "./context.ts";
import type { PullRequestDocument } from "./pull_request.ts";
import { checkBranches, document, openPull, pullLabel } from "./opening.ts";
import { defineMethod } from "../method.ts";

/** Opens the same pull request in several repositories, one after the other. */
export const createPullRequestsAcrossRepos = defineMethod({
  description: "Create the same pull request in several repositories",
  kind: "create",
  arguments: z.object({
    repos: z.array(z.string().min(1).max(140)).min(1).max(50).describe(
      "Repositories as owner/name, or as names with the global defaultOwner; 1 to 50",
    ),
    head: z.string().min(1).max(300).describe("Branch with the change, in each repository"),
    base: z.string().min(1).max(255).describe("Branch to merge into"),
    title: z.string().min(1).max(256).describe("Title"),
    body: z.string().max(65_536).optional().describe("Description, in Markdown"),
    draft: z.boolean().optional().describe("Open them as drafts (default: false)"),
  }),
  async execute({ repos, ...wanted }, context: PullsContext) {
    const names = distinctRepositories(
      repos.map((repo) => repositoryOf({ repo }, context.globalArgs)),
    );
    checkBranches(wanted);
    const client = apiClient(context);
    const dataHandles: DataHandle[] = [];
    const write = async (name: RepositoryName, data: PullRequestDocument) => {
      const resource = instanceName("pullRequest", name, wanted.head, wanted.base);
      dataHandles.push(await context.writeResource("pullRequest", resource, data));
      tellOutcome(context, pullLabel(name, wanted), data);
    };
    const results = await fanOut(
      names,
      { concurrency: 1, signal: context.signal },
      async (name) => await write(name, await openPull(client, name, wanted)),
    );
    for (const { item, failure } of results) {
      if (failure === undefined) continue;
      const error = { code: failure.code, message: failure.message };
      await write(item, document(item, wanted, null, "failed", { error }));
    }
    failIfAny(results, fullName);
    return { dataHandles };
  },
});
