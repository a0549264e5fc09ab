/**
 * The pull requests of one repository on GitHub, most recently updated first, read through the
 * person's own `gh` login.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { PULL_REQUEST_STATES } from "../platform/pull_request.ts";
import { ownerPattern, repositoryOrNamePattern } from "../platform/repository_name.ts";
import { list } from "./list.ts";
import { resultSchema } from "./result.ts";

/** The behaviour type `@svc/github-pr-list`: one method, one output. */
export const model = {
  type: "@svc/github-pr-list",
  version: "2026.11.22.1",
  globalArguments: z.object({
    owner: z.string().regex(ownerPattern).describe("User or organisation that owns the repository"),
    repo: z.string().regex(repositoryOrNamePattern).describe(
      "Name of the repository, or owner/name",
    ),
    state: z.enum(PULL_REQUEST_STATES).optional().describe("Which ones; open when left out"),
    limit: z.number().int().min(1).max(1000).optional().describe(
      "Pull requests read at most; 100 when left out",
    ),
  }),
  resources: {
    result: {
      description: "Pull requests of the repository, the most recently updated first",
      schema: resultSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    list: {
      description: "List the pull requests, or those updated since a date",
      kind: "list",
      arguments: z.object({
        since: z.string().optional().describe(
          "Only those updated since then, for example 2026-11-22",
        ),
        sinceDays: z.number().int().min(1).max(3650).optional().describe(
          "Only those updated in the last days; not together with since",
        ),
      }),
      execute: list,
    },
  },
};
