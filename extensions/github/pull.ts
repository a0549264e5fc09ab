/**
 * Pull requests on GitHub, each written as data.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { ownerPattern } from "../platform/repository_name.ts";
import { listPulls, listPullsArguments } from "./methods/pull_list.ts";
import { pullSchema } from "./outputs/pull.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/pull`. */
export const model = {
  type: "@svc/github/pull",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).meta({ sensitive: true }).describe("Token with Pull requests: read"),
    org: z.string().regex(ownerPattern).optional().describe(
      "Default organisation",
    ),
    owner: z.string().regex(ownerPattern).optional().describe(
      "Default user or organisation",
    ),
  }),
  resources: {
    pull: kept("One pull request", pullSchema),
  },
  methods: {
    list: {
      description: "List the pull requests of one repository",
      kind: "list",
      arguments: listPullsArguments,
      execute: listPulls,
    },
  },
};
