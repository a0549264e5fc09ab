import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import type { MirrorContext } from "../context/context.ts";
import { assertApart, type Folders } from "./apart.ts";
import { claimArtifacts } from "./claim.ts";
import { folderPath } from "./folder.ts";
import { checkedRemotes } from "./known_remotes.ts";
import { madeFolder } from "./made.ts";
import { remoteOf } from "./remote.ts";

/** Where a mirror lies and what it follows. Paths are absolute, real and exist. */
export interface Places {
  name: RepositoryName;
  /** The bare repository. */
  objects: string;
  /** Folder of the worktrees. */
  workspaces: string;
  /** Folder of state, patches and the lock. */
  artifacts: string;
  /** What is fetched. */
  remoteUrl: string;
  /** Its API, without a trailing slash. */
  apiBaseUrl: string;
  /** Name of the remote in the bare repository. */
  remote: string;
  /** Further remotes to set, name to address. */
  knownRemotes: ReadonlyMap<string, string>;
}

/**
 * The places that the behavior's arguments name, looked at and made where they are absent.
 *
 * @throws PlatformFailure `refused` that names the argument and what is wrong with it
 */
export async function openPlaces({ globalArgs, repoDir }: MirrorContext): Promise<Places> {
  const { owner, repo, gitObjectPath, workspaceRoot, artifactRoot, gitRemote } = globalArgs;
  const name = parseRepositoryName(repo, owner);
  const remote = remoteOf(name, globalArgs.gitRemoteUrl);
  const knownRemotes = checkedRemotes(gitRemote, globalArgs.knownRemotes);
  const start = { repoDir, home: Deno.env.get("HOME") };
  const named: Folders = {
    gitObjectPath: folderPath("gitObjectPath", gitObjectPath, start),
    workspaceRoot: folderPath("workspaceRoot", workspaceRoot, start),
    artifactRoot: folderPath("artifactRoot", artifactRoot, start),
  };
  assertApart(named, repoDir);
  const real: Folders = {
    gitObjectPath: await madeFolder("gitObjectPath", named.gitObjectPath),
    workspaceRoot: await madeFolder("workspaceRoot", named.workspaceRoot),
    artifactRoot: await madeFolder("artifactRoot", named.artifactRoot),
  };
  // Links on the way to two of them may lead to one place.
  assertApart(real, repoDir);
  await claimArtifacts(real.artifactRoot, name);
  return {
    name,
    objects: real.gitObjectPath,
    workspaces: real.workspaceRoot,
    artifacts: real.artifactRoot,
    ...remote,
    remote: gitRemote,
    knownRemotes,
  };
}
