import * as z from "npm:zod@4.6.7";
import { resolve } from "node:path";
import { PlatformFailure } from "../../platform/failure.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import { UPDATE_STRATEGIES } from "../workdir/update.ts";

/** Schema of {@link SweepArguments}. */
export const sweepArguments = z.object({
  upstreamRepo: z.string().min(3).max(140).describe(
    "Repository the pull requests are opened in, as owner/name",
  ),
  forkRepo: z.string().min(3).max(140).describe(
    "Your fork, which holds their branches, as owner/name",
  ),
  workdir: z.string().min(1).max(1024).describe(
    "Folder for clones and worktrees, relative to svcRepoDir; below sweeps/ unless another was " +
      "granted",
  ),
  agent: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).optional().describe(
    "Name of a program that works on each pull request; must be granted",
  ),
  mainBranch: z.string().min(1).max(255).optional().describe(
    "Branch of the fork to update (default: the upstream's default branch)",
  ),
  svcRepoDir: z.string().min(1).max(1024).optional().describe(
    "Folder of the svc repository, passed to the agent (default: this one)",
  ),
  sweeperPrompt: z.string().min(1).max(20_000).optional().describe(
    "Instructions for the agent",
  ),
  resyncBehind: z.boolean().optional().describe(
    "Update branches that are behind their base and push them (default: false)",
  ),
  updateStrategy: z.enum(UPDATE_STRATEGIES).optional().describe(
    "How to update them: merge or rebase (default: merge)",
  ),
});

/** Arguments as they are given. */
export type SweepArguments = z.infer<typeof sweepArguments>;

/** Arguments that were looked at, with what was left out filled in. */
export interface Checked {
  upstream: RepositoryName;
  fork: RepositoryName;
  /** Absolute. */
  workdir: string;
  /** Absolute. */
  svcRepoDir: string;
  mainBranch: string | undefined;
}

/**
 * Looks at the arguments before anything is asked or written.
 *
 * @param repoDir absolute; relative paths begin there
 * @throws Error for what cannot be right.
 */
export function checkedArguments(args: SweepArguments, repoDir: string): Checked {
  const upstream = parseRepositoryName(args.upstreamRepo);
  const fork = parseRepositoryName(args.forkRepo);
  if (args.upstreamRepo.toLowerCase() === args.forkRepo.toLowerCase()) {
    throw new PlatformFailure("refused", {
      reason: `upstreamRepo and forkRepo are both ${args.forkRepo}`,
      hint: "Name the fork whose pull requests to sweep",
    });
  }
  const svcRepoDir = below(repoDir, args.svcRepoDir ?? ".", "svcRepoDir");
  return {
    upstream,
    fork,
    svcRepoDir,
    workdir: below(svcRepoDir, args.workdir, "workdir"),
    mainBranch: args.mainBranch === undefined ? undefined : checkRefName(args.mainBranch, "branch"),
  };
}

function below(folder: string, path: string, what: string): string {
  const names = path.split("/");
  if (names.includes("..") || /\p{C}/u.test(path)) {
    throw new PlatformFailure("refused", {
      reason: `${what} ${JSON.stringify(path)} contains '..' or an invisible character`,
    });
  }
  return resolve(folder, path);
}
