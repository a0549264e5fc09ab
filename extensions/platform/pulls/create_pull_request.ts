import * as z from "npm:zod@4.6.7";
import { tellOutcome } from "../tell_outcome.ts";
import { apiClient, type PullsContext, REPOSITORY, repositoryOf } from "./context.ts";
import { openPull, pullLabel } from "./opening.ts";
import { writeOne } from "../write_one.ts";
import { defineMethod } from "../method.ts";

/** Opens a pull request, or finds the open one for the same head and base. */
export const createPullRequest = defineMethod({
  description: "Create a pull request",
  kind: "create",
  arguments: z.object({
    ...REPOSITORY,
    title: z.string().min(1).max(256).describe("Title"),
    head: z.string().min(1).max(300).describe(
      "Branch with the change; owner:branch for one of a fork",
    ),
    base: z.string().min(1).max(255).describe("Branch to merge into"),
    body: z.string().max(65_536).optional().describe("Description, in Markdown"),
    draft: z.boolean().optional().describe("Open it as a draft (default: false)"),
  }),
  async execute({ owner, repo, ...wanted }, context: PullsContext) {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    const data = await openPull(apiClient(context), name, wanted);
    const result = await writeOne(context, "pullRequest", [name, wanted.head, wanted.base], data);
    tellOutcome(context, pullLabel(name, wanted), data);
    return result;
  },
});
