import { SvcError } from "@svc/core/error";
import { lstatIfPresent } from "../base/files/read.ts";
import { absolutePath, parentOf } from "../base/files/path.ts";
import { assertNoLinks } from "./links.ts";

/** The file that marks the root of a behavior repository. */
export const MARKER = ".svc.yaml";

/** Bytes of the largest marker that is read. */
export const LARGEST_MARKER = 64 * 1024;

/** How many folders upwards a repository is looked for. */
const LEVELS = 10;

/** A behavior repository on disk (design §7), as one person uses it. Paths are absolute. */
export interface Repository {
  /** The folder that holds `.svc.yaml`. */
  root: string;
  /** Its `.svc` folder: everything svc keeps and git ignores. */
  state: string;
  /**
   * The person's own configuration folder, where their consents are kept. Without one, nothing that
   * needs a consent runs.
   */
  config?: string;
  /** The policy file that `SVC_POLICY` names, in place of the one in the configuration folder. */
  policy?: string;
  /**
   * Given where the repository is shown to somebody who may not see all of it: false for the names of
   * behaviors that are to be as if they were not there.
   */
  mayRead?: (behavior: string) => boolean;
}

/** Where to look for a repository. */
export interface FindOptions {
  /** Value of `--repo-dir`; wins over everything. */
  repoDir?: string | undefined;
  /** Folder to start from, default the working directory. */
  cwd?: string;
  /** Reads an environment variable, default the process's. */
  env?: (name: string) => string | undefined;
  /** The person's configuration folder, see {@linkcode Repository.config}. */
  config?: string | undefined;
}

/** The repository whose root is `root`, unchecked, for the person with this configuration folder. */
export function repositoryAt(root: string, config?: string): Repository {
  return { root, state: `${root}/.svc`, ...(config === undefined ? {} : { config }) };
}

/**
 * The repository a command works in: the flag, else `SVC_REPO_DIR`, else the nearest `.svc.yaml`
 * upwards, not beyond a git top level nor ten folders.
 *
 * @throws SvcError `not_a_repository` naming the folder searched; `conflict` where a symbolic link is in
 *   the place of one of its folders.
 */
export async function findRepository(options: FindOptions = {}): Promise<Repository> {
  const cwd = options.cwd ?? Deno.cwd();
  const env = options.env ?? ((name: string) => Deno.env.get(name));
  const named = options.repoDir ?? (env("SVC_REPO_DIR") || undefined);
  if (named !== undefined) {
    const root = absolutePath(named, cwd);
    if (await isRoot(root)) return opened(root, options.config, env);
    throw notARepository(`${root} is not a behavior repository: it has no ${MARKER}`, root);
  }
  let folder = absolutePath(cwd);
  for (let level = 0; level < LEVELS; level++) {
    if (await isRoot(folder)) return opened(folder, options.config, env);
    if (folder === "/" || await lstatIfPresent(`${folder}/.git`)) break;
    folder = parentOf(folder);
  }
  throw notARepository(`No behavior repository in ${cwd} nor in the folders above it`);
}

function opened(
  root: string,
  config: string | undefined,
  env: (name: string) => string | undefined,
): Repository {
  assertNoLinks(root);
  const policy = env("SVC_POLICY") || undefined;
  return { ...repositoryAt(root, config), ...(policy === undefined ? {} : { policy }) };
}

async function isRoot(folder: string): Promise<boolean> {
  return (await lstatIfPresent(`${folder}/${MARKER}`))?.isFile ?? false;
}

function notARepository(message: string, folder?: string): SvcError {
  return new SvcError("not_a_repository", message, {
    hint: `Run 'svc init${folder === undefined ? "" : ` ${folder}`}' to create one, ` +
      "or name one with --repo-dir.",
  });
}
