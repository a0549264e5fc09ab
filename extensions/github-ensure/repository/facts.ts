import type { Client } from "../../platform/client.ts";
import { askIfThere, PlatformFailure } from "../../platform/failure.ts";
import type { Answer } from "../../platform/operations.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";

/** What the methods need to know of a repository. */
export interface RepositoryFacts {
  /** `owner/name` as it is now. */
  fullName: string;
  url: string;
  private: boolean;
  archived: boolean;
  description: string;
  homepage: string;
  topics: string[];
  defaultBranch: string;
  /** False when the token may only read; undefined when the platform does not say. */
  push: boolean | undefined;
}

/** The facts of an answer of the API. */
export function repositoryFacts(
  api: Answer<"GET /repos/{owner}/{repo}">["data"],
): RepositoryFacts {
  return {
    fullName: api.full_name,
    url: api.html_url,
    private: api.private,
    archived: api.archived,
    description: storedText(api.description ?? ""),
    homepage: storedText(api.homepage ?? ""),
    topics: api.topics ?? [],
    defaultBranch: api.default_branch,
    push: api.permissions?.push,
  };
}

/** The repository's facts, also under its new name when it was renamed; undefined when it is not visible. */
export async function findRepository(
  client: Client,
  name: RepositoryName,
): Promise<RepositoryFacts | undefined> {
  return await askIfThere(fullName(name), async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
    return repositoryFacts(data);
  });
}

/** The new `owner/name` of a repository that was renamed or moved, or null. */
export function renamedTo({ owner, repo }: RepositoryName, facts: RepositoryFacts): string | null {
  return facts.fullName.toLowerCase() === `${owner}/${repo}`.toLowerCase() ? null : facts.fullName;
}

/**
 * The facts of a repository that a method is about to write to. Also a dry run asks this.
 *
 * @param push whether the write needs push access; opening a pull request of a fork does not
 * @throws PlatformFailure `not_found`, `moved`, `archived` or `forbidden`
 */
export async function writableRepository(
  client: Client,
  name: RepositoryName,
  push: boolean = true,
): Promise<RepositoryFacts> {
  const what = fullName(name);
  const facts = await findRepository(client, name);
  if (facts === undefined) throw new PlatformFailure("not_found", { what, status: 404 });
  const moved = renamedTo(name, facts);
  if (moved !== null) {
    throw new PlatformFailure("moved", { what, hint: `Use its new name, ${moved}` });
  }
  if (facts.archived) throw new PlatformFailure("archived", { what });
  if (push && facts.push === false) {
    throw new PlatformFailure("forbidden", {
      what,
      reason: "the token can read this repository, but not write to it",
    });
  }
  return facts;
}
