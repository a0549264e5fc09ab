import { resolve } from "node:path";
import { PlatformFailure } from "../../platform/failure.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import type { UpdateStrategy } from "../workdir/update.ts";

/** Arguments as they are given. */
export interface SweepArguments {
  upstreamRepo: string;
  forkRepo: string;
  workdir: string;
  agent?: string | undefined;
  mainBranch?: string | undefined;
  svcRepoDir?: string | undefined;
  sweeperPrompt?: string | undefined;
  resyncBehind?: boolean | undefined;
  updateStrategy?: UpdateStrategy | undefined;
}

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
      hint: "Name the fork whose pull requests are to be swept",
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
      reason: `${what} ${JSON.stringify(path)} holds '..' or a character that is not seen`,
    });
  }
  return resolve(folder, path);
}
