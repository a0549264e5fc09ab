import type { Client } from "../../platform/client.ts";
import { failureOf } from "../../platform/failure.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";

/**
 * The commit that a branch, a tag or a commit's id names.
 *
 * @throws PlatformFailure `not_found` or `invalid` when there is none, `empty_repository`
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
    throw failureOf(error, `the commit ${revision} of ${fullName(name)}`);
  }
}
