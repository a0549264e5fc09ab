/**
 * Workflow runs of a pull request's head on GitHub, read once or watched until they end.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { ownerPattern } from "../platform/repository_name.ts";
import type { RunGlobals } from "./client.ts";
import { readPrRun, type WatchArguments, watchPrRun } from "./methods/pr_run.ts";
import { prRunSchema } from "./outputs/pr_run.ts";

/** The behaviour type `@svc/github/pr-run`. */
export const model = {
  type: "@svc/github/pr-run",
  version: "2026.11.22.1",
  globalArguments: z.object({
    owner: z.string().regex(ownerPattern).describe("User or organisation that owns the repository"),
    repo: z.string().min(1).max(140).describe("Name of the repository, or owner/name"),
    token: z.string().min(1).meta({ sensitive: true }).optional().describe(
      "Token; else GH_TOKEN, GITHUB_TOKEN or the login of gh",
    ),
  }),
  resources: {
    prRun: {
      description: "The workflow runs of a pull request's head",
      schema: prRunSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    pr: {
      description: "Read the workflow runs of a pull request's head",
      kind: "read",
      arguments: z.object({
        pr: z.number().int().min(1).describe("Number of the pull request"),
        json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
      }),
      execute: readPrRun,
    },
    watch: {
      description: "Wait until the workflow runs of a pull request's head have ended",
      kind: "read",
      arguments: z.object({
        pr: z.number().int().min(1).describe("Number of the pull request"),
        interval: z.number().int().min(3).max(600).default(10).describe(
          "Seconds between two looks",
        ),
      }),
      execute: (args: WatchArguments, context: MethodContext<RunGlobals>): Promise<MethodResult> =>
        watchPrRun(args, context),
    },
  },
};
