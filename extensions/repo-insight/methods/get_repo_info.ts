import { readMethod } from "../actions/read_method.ts";
import { toRepository } from "../../platform/repository.ts";
import type { RepositoryInfo } from "../outputs/repository.ts";

/** Writes one repository's facts as a `repo_info` resource. */
export const getRepoInfo = readMethod({
  description: "Read the details of one repository",
  kind: "read",
  arguments: {},
  resource: "repo_info",
  what: ({ repo }) => repo,
  async read(client, name): Promise<RepositoryInfo> {
    const { data: api } = await client.request("GET /repos/{owner}/{repo}", { ...name });
    return {
      ...toRepository(api),
      homepage: api.homepage || null,
      license: api.license?.spdx_id ?? null,
      watchers: api.subscribers_count ?? 0,
      sizeKb: api.size ?? 0,
      fetchedAt: new Date().toISOString(),
    };
  },
});
