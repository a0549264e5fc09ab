import * as z from "npm:zod@4.6.7";
import { openClient } from "./client.ts";
import { readPullRequestContext } from "../actions/pull_request_context.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** Schema of {@link GetPullRequestContextArguments}. */
export const getPullRequestContextArguments = z.object({
  repo: z.string().min(3).describe("Repository as owner/name"),
  number: z.number().int().min(1).describe("Number of the pull request"),
  maxComments: z.number().int().min(0).max(100).optional().describe(
    "Maximum number of comments (default: 20)",
  ),
});

/** What is asked for. */
export type GetPullRequestContextArguments = z.infer<typeof getPullRequestContextArguments>;

/** Writes one pull request with its checks and reviews as a `triagePullRequest` resource. */
export async function getPullRequestContext(
  { repo, number, maxComments = 20 }: GetPullRequestContextArguments,
  context: MethodContext,
): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  return await ask(`the pull request ${repo}#${number}`, async () => {
    const data = await readPullRequestContext(client, name, number, maxComments);
    const resource = instanceName("triagePullRequest", name, String(number));
    return { dataHandles: [await context.writeResource("triagePullRequest", resource, data)] };
  });
}
