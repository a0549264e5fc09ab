/**
 * The pull requests of one repository on GitHub, most recently updated first, read through the
 * person's own `gh` login.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { globals, list } from "./list.ts";
import { resultSchema } from "./result.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-pr-list`: one method, one output. */
export const model = {
  type: "@svc/github-pr-list",
  version: "2026.11.22.1",
  globalArguments: globals,
  resources: {
    result: kept("Pull requests of the repository, the most recently updated first", resultSchema),
  },
  methods: {
    list: {
      description: "List the pull requests, or those updated since a date",
      kind: "list",
      arguments: z.object({
        since: z.string().optional().describe(
          "Only those updated since this date, for example 2026-11-22",
        ),
        sinceDays: z.number().int().min(1).max(3650).optional().describe(
          "Only those updated in the last N days; cannot be used with since",
        ),
      }),
      execute: list,
    },
  },
};
