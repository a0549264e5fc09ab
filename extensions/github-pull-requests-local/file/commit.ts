import type { Client } from "../../platform/client.ts";
import { askIfThere, failureOf, PlatformFailure } from "../../platform/failure.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { readRepository } from "./writable.ts";

/** A commit and its tree. */
export interface Commit {
  sha: string;
  tree: string;
}

/** The commit that a branch, a tag or a commit's id stands for. */
export async function resolveCommit(
  client: Client,
  name: RepositoryName,
  ref: string,
): Promise<Commit> {
  try {
    const { data } = await client.request("GET /repos/{owner}/{repo}/commits/{ref}", {
      ...name,
      ref,
      // The changed files are not needed; none cannot be asked for.
      per_page: 1,
    });
    return { sha: data.sha, tree: data.commit.tree.sha };
  } catch (error) {
    const failure = failureOf(error, fullName(name));
    if (failure.status !== 404 && failure.status !== 422) throw failure;
    // It may also be the repository that is missing: then this fails.
    await readRepository(client, name);
    throw new PlatformFailure("not_found", {
      what: fullName(name),
      status: 404,
      reason: `there is no branch, tag or commit '${ref}'`,
      hint: "Correct the argument 'ref'",
    });
  }
}

/** Id of the commit at the tip of a branch; undefined when there is no such branch. */
export async function branchTip(
  client: Client,
  name: RepositoryName,
  branch: string,
): Promise<string | undefined> {
  return await askIfThere(fullName(name), async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/git/ref/{ref}", {
      ...name,
      ref: `heads/${branch}`,
    });
    // Older enterprise servers answer with a branch that only begins like this one.
    return data.ref === `refs/heads/${branch}` ? data.object.sha : undefined;
  });
}

/** The commit at the tip of a branch that has to be there. */
export async function requireTip(
  client: Client,
  name: RepositoryName,
  branch: string,
  argument: string,
): Promise<string> {
  const tip = await branchTip(client, name, branch);
  if (tip !== undefined) return tip;
  throw new PlatformFailure("not_found", {
    what: fullName(name),
    status: 404,
    reason: `there is no branch '${branch}', which '${argument}' names`,
    hint: "Push the branch first, or correct the name",
  });
}
