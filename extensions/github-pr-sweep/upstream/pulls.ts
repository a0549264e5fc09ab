import type { Client } from "../../platform/client.ts";
import { failureOf } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { storedBody, storedText } from "../../platform/stored_text.ts";

/** An open pull request from the fork. */
export interface ForkPull {
  number: number;
  title: string;
  body: string | null;
  url: string;
  author: string | null;
  /** Branch of the fork. */
  head: string;
  /** Branch of the upstream repository. */
  base: string;
}

/**
 * The open pull requests of a repository whose head is in the fork, oldest first.
 *
 * @throws PlatformFailure
 */
export async function forkPulls(
  client: Client,
  upstream: RepositoryName,
  fork: RepositoryName,
): Promise<{ pulls: ForkPull[]; truncated: boolean }> {
  const wanted = `${fork.owner}/${fork.repo}`.toLowerCase();
  try {
    const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
      ...upstream,
      state: "open",
      sort: "created",
      direction: "asc",
      per_page: PER_PAGE,
    });
    const { items, truncated } = await collect(pages, (pull) => {
      if (pull.head.repo?.full_name.toLowerCase() !== wanted) return undefined;
      return {
        number: pull.number,
        title: storedText(pull.title),
        body: storedBody(pull.body).body,
        url: pull.html_url,
        author: pull.user?.login ?? null,
        head: pull.head.ref,
        base: pull.base.ref,
      };
    });
    return { pulls: items, truncated };
  } catch (error) {
    throw failureOf(error, `the open pull requests of ${upstream.owner}/${upstream.repo}`);
  }
}
