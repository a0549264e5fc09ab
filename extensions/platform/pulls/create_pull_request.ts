import * as z from "npm:zod@4.6.7";
import type { MethodResult } from "../context.ts";
import { instanceName } from "../names.ts";
import { tellOutcome } from "../tell_outcome.ts";
import { apiClient, type PullsContext, REPOSITORY, repositoryOf } from "./context.ts";
import { openPull, pullLabel } from "./opening.ts";

const args = z.object({
  ...REPOSITORY,
  title: z.string().min(1).max(256).describe("Title"),
  head: z.string().min(1).max(300).describe(
    "Branch with the change; owner:branch for one of a fork",
  ),
  base: z.string().min(1).max(255).describe("Branch to merge into"),
  body: z.string().max(65_536).optional().describe("Description, in Markdown"),
  draft: z.boolean().optional().describe("Open it as a draft (default: false)"),
});

/** Opens a pull request, or finds the open one for the same head and base. */
export const createPullRequest = {
  description: "Create a pull request",
  kind: "create",
  arguments: args,
  async execute(
    { owner, repo, ...wanted }: z.infer<typeof args>,
    context: PullsContext,
  ): Promise<MethodResult> {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    const data = await openPull(apiClient(context), name, wanted);
    const resource = instanceName("pullRequest", name, wanted.head, wanted.base);
    const handle = await context.writeResource("pullRequest", resource, data);
    tellOutcome(context, pullLabel(name, wanted), data);
    return { dataHandles: [handle] };
  },
};
