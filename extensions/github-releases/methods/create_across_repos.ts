import * as z from "npm:zod@4.6.7";
import type { DataHandle, MethodContext } from "../../platform/context.ts";
import { failIfAny, fanOut } from "../../platform/fan_out.ts";
import { connectLocal } from "../../platform/gh.ts";
import { instanceName } from "../../platform/names.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import {
  distinctRepositories,
  fullName,
  parseRepositoryName,
  type RepositoryName,
} from "../../platform/repository_name.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import type { ReleaseDocument } from "../../platform/releases/document.ts";
import { releaseLabel } from "../../platform/releases/find_release.ts";
import { createRelease, failed } from "./creating.ts";
import { defineMethod } from "../../platform/method.ts";

/** Creates the release of one tag in several repositories, one after the other. */
export const createReleasesAcrossRepos = defineMethod({
  description: "Create releases of one tag in several repositories, through gh",
  kind: "create",
  arguments: z.object({
    repo: z.array(z.string().min(3).max(140)).min(1).max(50).describe(
      "Repositories as owner/name; 1 to 50",
    ),
    tagName: z.string().min(1).max(255).describe(
      "Tag of the releases; created at the tip of each default branch if it does not exist",
    ),
  }),
  async execute({ repo, tagName }, context: MethodContext) {
    const names = distinctRepositories(repo.map((one) => parseRepositoryName(one)));
    const tag = checkRefName(tagName, "tag");
    const client = connectLocal({ extension: "github-releases", context });
    const dataHandles: DataHandle[] = [];
    const write = async (name: RepositoryName, data: ReleaseDocument) => {
      const resource = instanceName("release", name, tag);
      dataHandles.push(await context.writeResource("release", resource, data));
      tellOutcome(context, releaseLabel(name, tag), data);
    };
    const results = await fanOut(
      names,
      { concurrency: 1, signal: context.signal },
      async (name) => await write(name, await createRelease(client, name, tag)),
    );
    for (const { item, failure } of results) {
      if (failure !== undefined) await write(item, failed(item, tag, failure));
    }
    failIfAny(results, fullName);
    return { dataHandles };
  },
});
