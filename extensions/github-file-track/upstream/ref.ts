import type { Client } from "../../platform/client.ts";
import { failureOf } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";

/** What refs mean during one run; each question is asked once, however many targets share it. */
export interface Refs {
  /** The repository's default branch. */
  defaultBranch(name: RepositoryName): Promise<string>;
  /** The commit that a branch, tag or commit is. */
  commit(name: RepositoryName, ref: string): Promise<string>;
}

/** Looks refs up through a client; both throw a PlatformFailure. */
export function lookUpRefs(client: Client): Refs {
  const once = keptAnswers();
  return {
    defaultBranch: (name) =>
      once(`${name.owner}/${name.repo}`, async () => {
        const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
        return data.default_branch;
      }),
    commit: (name, ref) =>
      once(`${ref} of ${name.owner}/${name.repo}`, async () => {
        // The list: a commit by itself comes with the text of everything that it changed.
        const { data } = await client.request("GET /repos/{owner}/{repo}/commits", {
          ...name,
          sha: ref,
          per_page: 1,
        });
        return data[0]!.sha;
      }),
  };
}

/** Also a refusal is kept: it would be the same for the next target. */
function keptAnswers() {
  const answers = new Map<string, Promise<string>>();
  return (what: string, ask: () => Promise<string>): Promise<string> => {
    const kept = answers.get(what) ?? ask().catch((error) => {
      throw failureOf(error, what);
    });
    answers.set(what, kept);
    return kept;
  };
}
