import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { toRepository } from "../../platform/repository.ts";
import type { RepositoryInfo } from "../outputs/repository.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Writes one repository's facts as a `repo_info` resource. */
export const getRepoInfo = defineMethod({
  description: "Read the details of one repository",
  kind: "read",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
  }),
  async execute({ repo }, context: MethodContext) {
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
      return await writeOne(context, "repo_info", [name], storedDocument(data));
    });
  },
});
