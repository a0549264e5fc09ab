import { git, type GitOptions, tryGit } from "../../platform/git.ts";

/** What calls of git are made with. */
export type CallOptions = Partial<Pick<GitOptions, "cwd" | "env">>;

/** The folder of a sweep: a bare repository, and beside it the worktrees. */
export interface Workdir {
  /** Absolute. */
  path: string;
  /** The bare repository in it. */
  repository: string;
  /** Where the upstream repository and the fork are fetched from. */
  urls: Urls;
  /** Calls git in the repository, or in a worktree of it; see `git`. */
  call(args: readonly string[], options?: CallOptions): Promise<string>;
  /** As {@linkcode call}, for calls whose exit code is an answer. */
  attempt(args: readonly string[], options?: CallOptions): ReturnType<typeof tryGit>;
}

/** Addresses of the two repositories. */
export interface Urls {
  upstream: string;
  fork: string;
}

/** How git reaches the repositories. */
export type GitAccess = Pick<GitOptions, "token" | "baseUrl" | "signal">;

/** Calls of git in a sweep's folder. What is in `refs/replace` changes nothing. */
export function workdirAt(path: string, urls: Urls, access: GitAccess): Workdir {
  const repository = `${path}/repository.git`;
  const optionsFor = ({ cwd = repository, env = {} }: CallOptions = {}): GitOptions => ({
    ...access,
    cwd,
    env: { GIT_NO_REPLACE_OBJECTS: "1", ...env },
  });
  return {
    path,
    repository,
    urls,
    call: (args, options) => git(args, optionsFor(options)),
    attempt: (args, options) => tryGit(args, optionsFor(options)),
  };
}
