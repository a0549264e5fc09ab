import { git, gitBytes, type GitOptions, tryGit } from "./git.ts";

/** What one call of git in a repository is made with. */
export type CallOptions = Partial<
  Pick<GitOptions, "cwd" | "env" | "input" | "timeoutMs" | "maxBytes">
>;

/** A bare repository of an extension's own, and the worktrees that belong to it. */
export interface GitRepository {
  /** Absolute. */
  path: string;
  signal: AbortSignal;
  /** What calls are made with. */
  options: GitOptions;
  /** Calls git in it, or with `cwd` in a worktree. Names of strangers come as full refs or ids. */
  git(args: readonly string[], options?: CallOptions): Promise<string>;
  /** As `git`, but the bytes. */
  bytes(args: readonly string[], options?: CallOptions): Promise<Uint8Array>;
  /** As `git`, for calls whose exit code is an answer. */
  attempt(args: readonly string[], options?: CallOptions): ReturnType<typeof tryGit>;
}

/**
 * Calls of git in a bare repository.
 *
 * @param path absolute; git looks for no other repository above it
 */
export function gitRepository(path: string, access: Omit<GitOptions, "cwd">): GitRepository {
  const above = path.slice(0, path.lastIndexOf("/")) || "/";
  const options: GitOptions = {
    ...access,
    cwd: path,
    env: { GIT_CEILING_DIRECTORIES: above, ...access.env },
  };
  const optionsFor = ({ env, ...more }: CallOptions = {}): GitOptions => ({
    ...options,
    ...more,
    env: { ...options.env, ...env },
  });
  return {
    path,
    signal: access.signal,
    options,
    git: (args, more) => git(args, optionsFor(more)),
    bytes: (args, more) => gitBytes(args, optionsFor(more)),
    attempt: (args, more) => tryGit(args, optionsFor(more)),
  };
}

/** Makes an empty bare repository in a folder that is there; may be done again after a kill. */
export async function makeBare({ path, git }: GitRepository): Promise<void> {
  await git(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", path]);
}

/** Says what is fetched and nothing more. */
const FETCH = [
  "fetch",
  "--quiet",
  "--prune",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--no-show-forced-updates",
  "--end-of-options",
];

/** Fetches refs from an address. Refs that the other repository lacks are removed here. */
export async function fetchRefs(
  { git }: GitRepository,
  address: string,
  refspecs: readonly string[],
): Promise<void> {
  await git([...FETCH, address, ...refspecs]);
}
