import * as z from "npm:zod@4.6.7";
import type { MethodContext } from "../../platform/context.ts";
import { connectLocal } from "../../platform/gh.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import { releaseLabel } from "../../platform/releases/find_release.ts";
import { createRelease as create } from "./creating.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Creates a release, or finds the one of that tag. */
export const createRelease = defineMethod({
  description: "Create a release of a tag, or find the one that exists, through gh",
  kind: "create",
  arguments: z.object({
    repo: z.string().min(3).max(140).describe("Repository as owner/name"),
    tagName: z.string().min(1).max(255).describe(
      "Tag of the release; created at the tip of the default branch if it does not exist",
    ),
  }),
  async execute({ repo, tagName }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const tag = checkRefName(tagName, "tag");
    const client = connectLocal({ extension: "github-releases", context });
    const data = await create(client, name, tag);
    const result = await writeOne(context, "release", [name, tag], data);
    tellOutcome(context, releaseLabel(name, tag), data);
    return result;
  },
});
