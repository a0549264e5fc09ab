import * as z from "npm:zod@4.6.7";
import { type Check, fromCheckRun, fromStatus } from "./checks.ts";
import type { Client } from "./client.ts";
import { collect, PER_PAGE } from "./page.ts";
import type { RepositoryName } from "./repository_name.ts";

/** Check runs or statuses of one commit that are read at most. */
const MAX_CHECKS = 1000;

const text = z.string().nullish().transform((value) => value ?? null);
const apiCheckRun = z.object({
  name: z.string(),
  status: z.string(),
  conclusion: text,
  html_url: text,
});
const apiStatus = z.object({ context: z.string(), state: z.string(), target_url: text });

/**
 * The latest check runs of a commit and its commit statuses, as one list: a repository may use
 * either or both. Two requests for a commit with up to a hundred of each.
 *
 * @throws ZodError for an answer of another shape; see `failureOf`.
 */
export async function commitChecks(
  client: Client,
  name: RepositoryName,
  sha: string,
): Promise<{ checks: Check[]; truncated: boolean }> {
  const page = { ...name, ref: sha, per_page: PER_PAGE };
  const runs = await collect(
    client.pages("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
      ...page,
      filter: "latest",
    }),
    (raw) => fromCheckRun(apiCheckRun.parse(raw)),
    { maxItems: MAX_CHECKS },
  );
  const statuses = await collect(
    client.pages("GET /repos/{owner}/{repo}/commits/{ref}/status", page),
    (raw) => fromStatus(apiStatus.parse(raw)),
    { maxItems: MAX_CHECKS },
  );
  return {
    checks: [...runs.items, ...statuses.items],
    truncated: runs.truncated || statuses.truncated,
  };
}
