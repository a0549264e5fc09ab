import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import { readPullRequestContext } from "../actions/pull_request_context.ts";
import type { MethodContext } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";
import { writeOne } from "../../platform/write_one.ts";

/** Writes one pull request with its checks and reviews as a `triagePullRequest` resource. */
export const getPullRequestContext = defineMethod({
  description: "Read one pull request with its head and base commits, checks and reviews",
  kind: "read",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    number: z.number().int().min(1).describe("Number of the pull request"),
    maxComments: z.number().int().min(0).max(100).optional().describe(
      "Maximum number of comments (default: 20)",
    ),
  }),
  async execute({ repo, number, maxComments = 20 }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const client = await openClient(context);
    return await ask(`the pull request ${repo}#${number}`, async () => {
      const data = await readPullRequestContext(client, name, number, maxComments);
      return await writeOne(context, "triagePullRequest", [name, String(number)], data);
    });
  },
});
