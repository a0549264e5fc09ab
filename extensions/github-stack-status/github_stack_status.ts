/**
 * The status of a stack of pull requests on GitHub, base to tip: reviews, checks and conflicts of
 * each, as data and as one HTML page. Nothing is changed on GitHub.
 *
 * The token comes from `GH_TOKEN`, `GITHUB_TOKEN` or `gh auth token`; `GITHUB_API_URL` names the
 * API of another instance.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { MethodResult } from "../platform/context.ts";
import type { StackContext } from "./methods/context.ts";
import { type FetchArguments, fetchStack } from "./methods/fetch.ts";
import { type RenderArguments, renderHtml } from "./methods/render_html.ts";
import { pullRequestStatusSchema } from "./outputs/pr_status.ts";
import { stackHtmlSchema } from "./outputs/stack_html.ts";
import { stackStatusSchema } from "./outputs/stack_status.ts";

const STACK =
  "Its pull requests: addresses, or numbers such as #12 #13; your own open ones when left out";

/** The behaviour type `@svc/github-stack-status`: two methods, three outputs. */
export const model = {
  type: "@svc/github-stack-status",
  version: "2026.11.22.1",
  globalArguments: z.object({
    repo: z.string().min(3).max(140).optional().describe("Repository as owner/name"),
  }),
  resources: {
    prStatus: {
      description: "One pull request: reviews, checks and whether it can be merged",
      schema: pullRequestStatusSchema,
      lifetime: "7d",
      garbageCollection: 20,
    },
    stackStatus: {
      description: "The pull requests of a stack, base to tip",
      schema: stackStatusSchema,
      lifetime: "7d",
      garbageCollection: 20,
    },
    stackHtml: {
      description: "A stack as one HTML page",
      schema: stackHtmlSchema,
      lifetime: "7d",
      garbageCollection: 20,
    },
  },
  methods: {
    fetch: {
      description: "Read the pull requests of a stack and put them in order, base to tip",
      kind: "read",
      arguments: z.object({
        stack: z.string().min(1).max(10_000).optional().describe(STACK),
        repo: z.string().min(3).max(140).optional().describe(
          "Repository as owner/name, in place of the behavior's own",
        ),
        nowIso: z.iso.datetime({ offset: true }).optional().describe(
          "The time to write as the time of reading, ISO 8601",
        ),
      }),
      execute: (args: FetchArguments, context: StackContext): Promise<MethodResult> =>
        fetchStack(args, context),
    },
    renderHtml: {
      description: "Make an HTML page of a stack that was fetched",
      kind: "action",
      arguments: z.object({
        stack: z.string().min(1).max(10_000).optional().describe(
          "Its pull requests as for fetch; the stack fetched last when left out",
        ),
        outFile: z.string().min(1).max(1024).optional().describe(
          "Where to write the page, from the folder of the svc repository; below stacks/ unless another folder was granted",
        ),
      }),
      execute: (args: RenderArguments, context: StackContext): Promise<MethodResult> =>
        renderHtml(args, context),
    },
  },
};
