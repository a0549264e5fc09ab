import type { Client } from "../../platform/client.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";

/**
 * Reads a repository that is to be written to, so that a dry run finds what a real one would.
 *
 * @returns its default branch
 * @throws PlatformFailure `archived`, or `forbidden` when the login may not push
 */
export async function readWritable(client: Client, name: RepositoryName): Promise<string> {
  const { archived, defaultBranch, push } = await readRepository(client, name);
  if (archived) throw new PlatformFailure("archived", { what: fullName(name), status: 403 });
  if (!push) {
    throw new PlatformFailure("forbidden", {
      what: fullName(name),
      status: 403,
      reason: "refused, the login of gh can read the repository but not write to it",
      hint: "Ask for write access, or work in a fork",
    });
  }
  return defaultBranch;
}

/** What the platform says of a repository, as far as it matters for a write. */
export async function readRepository(
  client: Client,
  name: RepositoryName,
): Promise<{ archived: boolean; defaultBranch: string; push: boolean }> {
  return await ask(fullName(name), async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
    return {
      archived: data.archived,
      defaultBranch: data.default_branch,
      // What the platform does not tell is found out by the write.
      push: data.permissions?.push !== false,
    };
  });
}
