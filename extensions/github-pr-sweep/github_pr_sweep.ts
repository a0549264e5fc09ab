/**
 * Goes through the open pull requests of your fork on GitHub: brings the fork's main branch up,
 * looks at each pull request, brings those that are behind up to their base, and lets an agent work
 * on each in a worktree of its own. What an agent commits is never pushed.
 *
 * The token comes from `GH_TOKEN`, `GITHUB_TOKEN` or `gh auth token`; `GITHUB_API_URL` names the
 * API of another instance.
 *
 * @module
 */
import { sweepArguments } from "./methods/arguments.ts";
import { sweep } from "./methods/sweep.ts";
import { sweepSchema, sweptPullRequestSchema } from "./outputs/sweep.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-pr-sweep`: one method, two outputs. */
export const model = {
  type: "@svc/github-pr-sweep",
  version: "2026.11.22.1",
  resources: {
    pr: kept("State of one pull request, and what the sweep did", sweptPullRequestSchema),
    sweep: kept("One sweep over all pull requests of a fork", sweepSchema),
  },
  methods: {
    sweep: {
      description: "Check a fork's open pull requests, update them and let an agent work on them",
      kind: "action",
      arguments: sweepArguments,
      execute: sweep,
    },
  },
};
