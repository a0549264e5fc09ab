import type { Client } from "../../platform/client.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { withSlack } from "./since.ts";

/** The part of the API's issue that is read here. */
export interface OwnIssue {
  number: number;
  html_url: string;
  body?: string | null;
  user: { login: string } | null;
}

/**
 * Issues that an account opened, newest first. They are listed, not searched: the search index
 * lags behind by minutes.
 *
 * @param since when an issue may have been made: then all from there on, else the newest 100
 */
export async function issuesBy(
  client: Client,
  name: RepositoryName,
  login: string,
  since: string | null,
): Promise<OwnIssue[]> {
  const pages = client.pages("GET /repos/{owner}/{repo}/issues", {
    ...name,
    creator: login,
    state: "all",
    sort: "created",
    direction: "desc",
    per_page: PER_PAGE,
    ...(since === null ? {} : { since: withSlack(since) }),
  });
  const bounds = since === null ? { maxPages: 1 } : {};
  // The API gives pull requests as issues, too. Whatever their bodies hold, none was made here.
  const keep = (issue: OwnIssue & { pull_request?: unknown }): OwnIssue | undefined =>
    issue.pull_request ? undefined : issue;
  return (await collect(pages, keep, bounds)).items;
}
