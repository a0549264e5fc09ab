import { type Globals, openClient } from "../client.ts";
import { PULL_COLUMNS } from "../listing/columns.ts";
import { written } from "../listing/written.ts";
import type { Pull } from "../outputs/pull.ts";
import { repositoryOf } from "../owner.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { apiState, type PullRequestState, toPullRequest } from "../../platform/pull_request.ts";

/** What is asked for. */
export interface ListPullsArguments {
  repo: string;
  owner?: string | undefined;
  state: PullRequestState;
  json: boolean;
}

/** Lists the pull requests of one repository, newest first. */
export async function listPulls(
  { repo, owner, state, json }: ListPullsArguments,
  context: MethodContext<Globals>,
): Promise<MethodResult> {
  const name = repositoryOf(repo, owner, context.globalArgs);
  const fullName = `${name.owner}/${name.repo}`;
  const client = openClient(context);
  try {
    const fetchedAt = new Date().toISOString();
    const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
      ...name,
      state: apiState(state),
      per_page: PER_PAGE,
    });
    const { items, truncated } = await collect(pages, (api): Pull | undefined => {
      const pull = toPullRequest(api);
      if (state === "merged" && pull.state !== "merged") return undefined;
      return { repo: fullName, ...pull, fetchedAt };
    });
    return await written(context as MethodContext<never>, {
      spec: "pull",
      nameOf: (pull) => instanceName("pull", name, String(pull.number)),
      items,
      truncated,
      columns: PULL_COLUMNS,
      json,
    });
  } catch (error) {
    throw failureOf(error, `the pull requests of ${fullName}`);
  }
}
