import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";

/** An issue as the API gives it. */
export type ApiIssue = Awaited<ReturnType<typeof readIssue>>;

/**
 * Reads one issue.
 *
 * @throws PlatformFailure `refused` when the number is that of a pull request, which the API gives
 *   as an issue, too.
 */
export async function readIssue(client: Client, name: RepositoryName, number: number) {
  const { data } = await client.request("GET /repos/{owner}/{repo}/issues/{issue_number}", {
    ...name,
    issue_number: number,
  });
  if (data.pull_request) {
    throw new PlatformFailure("refused", {
      reason: `#${number} is a pull request`,
      hint: "Give the number of an issue; get_pull_request_context reads pull requests",
    });
  }
  return data;
}
