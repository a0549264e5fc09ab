import type { Client } from "../../platform/client.ts";
import { ask, failureOf } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { storedBody, storedText } from "../../platform/stored_text.ts";
import type { Sweep } from "../outputs/sweep.ts";

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
  return await ask(`the open pull requests of ${upstream.owner}/${upstream.repo}`, async () => {
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
  });
}

/** The outcome of the fork's main branch. */
export type MainUpdate = Pick<Sweep, "mainUpdated" | "mainError">;

/** Brings the fork's branch up to the upstream repository's; a failure is told, not thrown. */
export async function updateMain(
  client: Client,
  fork: RepositoryName,
  branch: string,
): Promise<MainUpdate> {
  try {
    const { data } = await client.request("POST /repos/{owner}/{repo}/merge-upstream", {
      ...fork,
      branch,
    });
    return { mainUpdated: data.merge_type === "none" ? "unchanged" : "updated", mainError: null };
  } catch (error) {
    const { code, message } = failureOf(error, `branch ${branch} of ${fork.owner}/${fork.repo}`);
    const mainUpdated = code === "conflict" ? "conflict" : "failed";
    return { mainUpdated, mainError: { code, message } };
  }
}
