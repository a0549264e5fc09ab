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
import * as z from "npm:zod@4.6.7";
import type { MethodResult } from "../platform/context.ts";
import type { SweepArguments } from "./methods/arguments.ts";
import { sweep, type SweepContext } from "./methods/sweep.ts";
import { sweptPullRequestSchema } from "./outputs/pr.ts";
import { sweepSchema } from "./outputs/sweep.ts";
import { UPDATE_STRATEGIES } from "./workdir/update.ts";

/** The behaviour type `@svc/github-pr-sweep`: one method, two outputs. */
export const model = {
  type: "@svc/github-pr-sweep",
  version: "2026.11.22.1",
  resources: {
    pr: {
      description: "One pull request: how it stands, and what the sweep did",
      schema: sweptPullRequestSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
    sweep: {
      description: "One sweep over all pull requests of a fork",
      schema: sweepSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    sweep: {
      description: "Look at a fork's open pull requests, update them and let an agent work on them",
      kind: "action",
      arguments: z.object({
        upstreamRepo: z.string().min(3).max(140).describe(
          "Repository the pull requests are opened in, as owner/name",
        ),
        forkRepo: z.string().min(3).max(140).describe(
          "Your fork, which holds their branches, as owner/name",
        ),
        workdir: z.string().min(1).max(1024).describe(
          "Folder for clones and worktrees, from svcRepoDir; below sweeps/ unless another was granted",
        ),
        agent: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).optional().describe(
          "Name of a program that works on each pull request; it has to be granted",
        ),
        mainBranch: z.string().min(1).max(255).optional().describe(
          "The fork's branch to bring up; the upstream's default branch when left out",
        ),
        svcRepoDir: z.string().min(1).max(1024).optional().describe(
          "Folder of the svc repository that the agent is told of; this one when left out",
        ),
        sweeperPrompt: z.string().min(1).max(20_000).optional().describe(
          "What the agent is to do, in your words",
        ),
        resyncBehind: z.boolean().optional().describe(
          "Bring branches that are behind up to their base and push them; false when left out",
        ),
        updateStrategy: z.enum(UPDATE_STRATEGIES).optional().describe(
          "How to bring them up: merge when left out, or rebase",
        ),
      }),
      execute: (args: SweepArguments, context: SweepContext): Promise<MethodResult> =>
        sweep(args, context),
    },
  },
};
