import type { Client } from "../../platform/client.ts";
import { failureOf, PlatformFailure } from "../../platform/failure.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";

/**
 * The commit that a branch, a tag or a commit's id names.
 *
 * @throws PlatformFailure `not_found` when there is none, `empty_repository`
 */
export async function commitOf(
  client: Client,
  name: RepositoryName,
  revision: string,
): Promise<string> {
  try {
    const { data } = await client.request("GET /repos/{owner}/{repo}/commits/{ref}", {
      ...name,
      ref: revision,
      // The commit's own facts; its files are not needed.
      per_page: 1,
    });
    return data.sha;
  } catch (error) {
    const what = fullName(name);
    const failure = failureOf(error, what);
    // An id that is well formed and names nothing is 422 on the platform.
    if (failure.status !== 404 && failure.status !== 422) throw failure;
    throw new PlatformFailure("not_found", {
      what,
      status: failure.status,
      reason: `there is no branch, tag or commit '${revision}'`,
      hint: "Push it first, or correct the name",
    });
  }
}
