import type { Client } from "../../platform/client.ts";
import { failureOf } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";

/** A commit that a ref is. */
export interface Commit {
  sha: string;
  /** owner/name as the platform writes it today. */
  fullName: string | undefined;
}

/** What refs mean during one run; each question is asked once, however many targets share it. */
export interface Refs {
  /** The repository's default branch. */
  defaultBranch(name: RepositoryName): Promise<string>;
  /** The commit that a branch, tag or commit is. */
  commit(name: RepositoryName, ref: string): Promise<Commit>;
}

/** Looks refs up through a client; both throw a PlatformFailure. */
export function lookUpRefs(client: Client): Refs {
  const branchOnce = keptAnswers<string>();
  const commitOnce = keptAnswers<Commit>();
  return {
    defaultBranch: (name) =>
      branchOnce(`${name.owner}/${name.repo}`, async () => {
        const { data } = await client.request("GET /repos/{owner}/{repo}", { ...name });
        return data.default_branch;
      }),
    commit: (name, ref) =>
      commitOnce(`${ref} of ${name.owner}/${name.repo}`, async () => {
        // The list: a commit by itself comes with the text of everything that it changed.
        const { data } = await client.request("GET /repos/{owner}/{repo}/commits", {
          ...name,
          sha: ref,
          per_page: 1,
        });
        const { sha, url } = data[0]!;
        return { sha, fullName: /\/repos\/([^/]+\/[^/]+)\/commits\//.exec(url)?.[1] };
      }),
  };
}

/** Also a refusal is kept: it would be the same for the next target. */
function keptAnswers<Answer>() {
  const answers = new Map<string, Promise<Answer>>();
  return (what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const kept = answers.get(what) ?? ask().catch((error) => {
      throw failureOf(error, what);
    });
    answers.set(what, kept);
    return kept;
  };
}
