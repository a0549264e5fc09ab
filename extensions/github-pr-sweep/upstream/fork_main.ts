import type { Client } from "../../platform/client.ts";
import { failureOf } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { Sweep } from "../outputs/sweep.ts";

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
