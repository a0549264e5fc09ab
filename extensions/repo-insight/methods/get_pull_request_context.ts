import { openClient } from "../client.ts";
import { readPullRequestContext } from "../actions/pull_request_context.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** What is asked for. */
export interface GetPullRequestContextArguments {
  repo: string;
  number: number;
  /** At most 100. */
  maxComments: number;
}

/** Writes one pull request with its checks and reviews as a `triagePullRequest` resource. */
export async function getPullRequestContext(
  { repo, number, maxComments }: GetPullRequestContextArguments,
  context: MethodContext,
): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  try {
    const data = await readPullRequestContext(client, name, number, maxComments);
    const resource = instanceName("triagePullRequest", name, String(number));
    return { dataHandles: [await context.writeResource("triagePullRequest", resource, data)] };
  } catch (error) {
    throw failureOf(error, `the pull request ${repo}#${number}`);
  }
}
