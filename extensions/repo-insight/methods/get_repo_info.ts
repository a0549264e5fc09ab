import { openClient } from "./client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { toRepository } from "../../platform/repository.ts";
import type { RepositoryInfo } from "../outputs/repository.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** Writes one repository's facts as a `repo_info` resource. */
export async function getRepoInfo(repo: string, context: MethodContext): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  return await ask(repo, async () => {
    const { data: api } = await client.request("GET /repos/{owner}/{repo}", { ...name });
    const data: RepositoryInfo = {
      ...toRepository(api),
      homepage: api.homepage || null,
      license: api.license?.spdx_id ?? null,
      watchers: api.subscribers_count ?? 0,
      sizeKb: api.size ?? 0,
      fetchedAt: new Date().toISOString(),
    };
    const resource = instanceName("repo_info", name);
    return {
      dataHandles: [await context.writeResource("repo_info", resource, storedDocument(data))],
    };
  });
}
