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
import { fetchStack } from "./methods/fetch.ts";
import { renderHtml } from "./methods/render_html.ts";
import { pullRequestStatusSchema } from "./outputs/pr_status.ts";
import { stackHtmlSchema } from "./outputs/stack_html.ts";
import { stackStatusSchema } from "./outputs/stack_status.ts";

/** The behavior type `@svc/github-stack-status`: two methods, three outputs. */
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
    fetch: fetchStack,
    renderHtml,
  },
};
