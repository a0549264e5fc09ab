import type { Client } from "../client.ts";
import { askIfThere, PlatformFailure } from "../failure.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";

/** Two branches: where a change is, and where it is to go. */
export interface Branches {
  /** `branch`, or `owner:branch` for a branch of a fork. */
  head: string;
  base: string;
}

/**
 * Checks that a pull request could be opened: both branches are there, and the head has commits that
 * the base lacks. Reads only.
 *
 * @throws PlatformFailure `not_found` naming the branch that is missing, `no_commits`
 */
export async function checkDifference(
  client: Client,
  name: RepositoryName,
  { head, base }: Branches,
): Promise<void> {
  const what = `the pull request from ${head} to ${base} in ${fullName(name)}`;
  const ahead = await commitsAhead(client, name, { head, base }, what);
  if (ahead === undefined) {
    const [argument, missing] = await branchExists(client, name, base, what)
      ? ["head", head]
      : ["base", base];
    throw new PlatformFailure("not_found", {
      what,
      status: 404,
      reason: `there is no branch '${missing}', which '${argument}' names`,
      hint: "Push the branch first, or correct the name",
    });
  }
  if (ahead > 0) return;
  throw new PlatformFailure("no_commits", { what });
}

/** Commits of the head that the base lacks; undefined when a branch is missing. */
async function commitsAhead(
  client: Client,
  name: RepositoryName,
  { head, base }: Branches,
  what: string,
): Promise<number | undefined> {
  return await askIfThere(what, async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/compare/{basehead}", {
      ...name,
      basehead: `${base}...${head}`,
      // Counts only; commits and files are not needed.
      per_page: 1,
    });
    return data.ahead_by;
  });
}

async function branchExists(
  client: Client,
  name: RepositoryName,
  branch: string,
  what: string,
): Promise<boolean> {
  const route = "GET /repos/{owner}/{repo}/branches/{branch}";
  const found = await askIfThere(what, () => client.request(route, { ...name, branch }));
  return found !== undefined;
}
