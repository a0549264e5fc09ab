import { PlatformFailure } from "../../platform/failure.ts";
import { infoAt } from "../../platform/info_at.ts";
import {
  fullName,
  parseRepositoryName,
  type RepositoryName,
} from "../../platform/repository_name.ts";
import type { MirrorContext } from "../context/context.ts";
import { folded, folderPath, refusedFolder } from "./folder.ts";
import { checkedRemotes } from "./address.ts";
import { remoteOf } from "./remote.ts";

/** Where a mirror lies and what it follows. Paths are absolute, real and exist. */
export interface Locations {
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
export async function openLocations({ globalArgs, repoDir }: MirrorContext): Promise<Locations> {
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

/** The folders of a mirror by the arguments that name them. */
export type Folders = Readonly<
  Record<"gitObjectPath" | "workspaceRoot" | "artifactRoot", string>
>;

/**
 * Makes sure that no folder is, or is in, another one or holds the svc repository: also where a
 * file system takes two spellings for one.
 *
 * @throws PlatformFailure `refused`
 */
function assertApart(folders: Folders, repoDir: string): void {
  const all = Object.entries(folders);
  for (const [argument, path] of all) {
    if (holds(path, repoDir)) throw refusedFolder(argument, path, "it contains the svc repository");
  }
  for (const [argument, path] of all) {
    const other = all.find(([name, one]) => name !== argument && holds(one, path));
    if (other === undefined) continue;
    throw refusedFolder(
      argument,
      path,
      `it is in ${other[0]}, and each needs a separate folder`,
    );
  }
}

/** True for the folder itself and what is below it. */
function holds(folder: string, path: string): boolean {
  return `${folded(path)}/`.startsWith(`${folded(folder)}/`);
}

/**
 * The real path of a folder, made when it is absent: then only its owner may look into it.
 *
 * @param argument name of the argument, for messages
 * @throws PlatformFailure `refused` for a link or a file in its place
 */
export async function madeFolder(argument: string, path: string): Promise<string> {
  const before = await infoAt(path);
  if (before === undefined) await makeFolder(argument, path);
  const info = before ?? await infoAt(path);
  if (info?.isSymlink) {
    throw refusedFolder(argument, path, "it is a symbolic link; name the folder that it points to");
  }
  if (!info?.isDirectory) throw refusedFolder(argument, path, "it is not a folder");
  return await Deno.realPath(path);
}

/** A file or a link may stand on the way. */
async function makeFolder(argument: string, path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory) {
      throw refusedFolder(argument, path, "one of its parents is not a folder");
    }
    throw error;
  }
}

/** File of the artifact folder that says whose it is. */
const CLAIM = "mirror.json";

/**
 * Makes sure that the artifact folder belongs to the mirror of this repository, and takes it when it
 * is empty.
 *
 * @throws PlatformFailure `refused` for the folder of another mirror, and for one that holds other
 *   things
 */
async function claimArtifacts(folder: string, name: RepositoryName): Promise<void> {
  const path = `${folder}/${CLAIM}`;
  const mirror = fullName(name).toLowerCase();
  if (await infoAt(path) === undefined) {
    await assertEmpty(folder);
    const text = `${JSON.stringify({ mirror })}\n`;
    await Deno.writeTextFile(path, text, { createNew: true, mode: 0o600 }).catch(unlessThere);
  }
  const owner = await ownerOf(path);
  if (owner === mirror) return;
  throw refused(
    folder,
    owner === undefined ? `its ${CLAIM} is damaged` : `it is used for ${owner}`,
  );
}

async function ownerOf(path: string): Promise<string | undefined> {
  const info = await infoAt(path);
  if (!info?.isFile || info.size > 1000) return undefined;
  try {
    const { mirror } = JSON.parse(await Deno.readTextFile(path));
    return typeof mirror === "string" && /^[\w.-]+\/[\w.-]+$/.test(mirror) ? mirror : undefined;
  } catch {
    return undefined;
  }
}

/** What file systems and people put into folders that they call empty does not count. */
async function assertEmpty(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (name.startsWith(".") || name === "lost+found") continue;
    throw refused(folder, `it contains ${JSON.stringify(name)}, which does not belong to a mirror`);
  }
}

function refused(folder: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `artifactRoot ${JSON.stringify(folder)}: ${reason}`,
    hint: "Name an empty folder, or the one of an earlier sync of this repository",
  });
}

/** Another process was as fast; what it wrote is read next. */
function unlessThere(error: unknown): void {
  if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
}
