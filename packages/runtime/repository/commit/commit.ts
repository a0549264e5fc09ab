import type { RunOrigin } from "@svc/core/answer";
import { relativeInside } from "../../base/files/path.ts";
import { readSmallFile } from "../../base/files/read.ts";
import type { Repository } from "../repository.ts";
import { type GitFolders, gitFoldersOf } from "./git_folders.ts";
import { isSvcError } from "@svc/core/error";
import { temporaryFolder } from "../../base/files/temporary.ts";
import { runToEnd } from "../../base/process/run.ts";

/** What of a repository runs are made of; what they write is not. */
const MADE_OF = [".svc.yaml", "upstream_extensions.json", "behaviors", "extensions", "vaults"];

/** Bytes of a list of branches. */
const LARGEST = 16 * 1024 * 1024;

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The commit that a repository is at, and whether there is more than that in what runs are made of.
 * Undefined where there is no commit, or nobody can tell.
 */
export async function commitOf(repository: Repository): Promise<RunOrigin["commit"]> {
  const gitFolders = await gitFoldersOf(repository.root);
  const id = gitFolders && headOf(gitFolders);
  if (id === undefined) return undefined;
  const changed = await gitAbout(gitFolders!, id, [
    ...["status", "--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=all", "--"],
    ...MADE_OF.map((name) => within(gitFolders!, repository, name)),
  ]);
  return changed === undefined ? { id } : { id, dirty: changed !== "" };
}

/**
 * A file of a repository as a commit has it.
 *
 * @returns `absent` where the commit has no such file, `noCommit` where git has no such commit, `unknown`
 *   where nobody can tell
 */
export async function fileAt(
  repository: Repository,
  commit: string,
  path: string,
): Promise<{ text: string } | "absent" | "noCommit" | "unknown"> {
  const gitFolders = await gitFoldersOf(repository.root);
  if (gitFolders === undefined || !COMMIT.test(commit)) return "unknown";
  const object = `${commit}:${within(gitFolders, repository, path)}`;
  const text = await gitAbout(gitFolders, commit, ["cat-file", "blob", object]);
  if (text !== undefined) return { text };
  const type = await gitAbout(gitFolders, commit, ["cat-file", "-t", commit]);
  if (type !== undefined) return type.trim() === "commit" ? "absent" : "noCommit";
  // Without one that is known to be there, git may just not work here.
  const head = headOf(gitFolders);
  const works = head !== undefined &&
    await gitAbout(gitFolders, head, ["cat-file", "-t", head]) !== undefined;
  return !works || isShallow(gitFolders) ? "unknown" : "noCommit";
}

/** True for a clone that has the newest commits alone. */
function isShallow({ common }: GitFolders): boolean {
  return readSmallFile(`${common}/shallow`, LARGEST) !== undefined;
}

/** The id of the commit that is checked out. */
function headOf({ folder, common }: GitFolders): string | undefined {
  const head = readSmallFile(`${folder}/HEAD`, 1000)?.trim() ?? "";
  if (COMMIT.test(head)) return head;
  const name = /^ref: (refs\/[^\s\0]+)$/.exec(head)?.[1];
  if (name === undefined || name.split("/").includes("..")) return undefined;
  const loose = (readSmallFile(`${folder}/${name}`, 1000) ??
    readSmallFile(`${common}/${name}`, 1000))?.trim();
  if (loose !== undefined) return COMMIT.test(loose) ? loose : undefined;
  const packed = readSmallFile(`${common}/packed-refs`, LARGEST) ?? "";
  const line = packed.split("\n").find((one) => one.endsWith(` ${name}`));
  const id = line?.split(" ")[0] ?? "";
  return COMMIT.test(id) ? id : undefined;
}

/** A path of the repository as git names it. */
function within({ top }: GitFolders, { root }: Repository, path: string): string {
  const below = root === top ? "" : relativeInside(top, root);
  return below ? `${below}/${path}` : path;
}

/** Milliseconds after which git is ended: a run does not wait long for what is good to know. */
const TIME_LIMIT_MS = 10_000;

/** Bytes of an answer. */
const MOST = 16 * 1024 * 1024;

/**
 * What git prints about one commit of a repository; undefined where it fails, is not installed or takes
 * too long. It gets a folder of our own in the place of the repository's `.git`, with that one's objects
 * and list of files: git runs programs that the configuration of a repository names, and there is none.
 */
async function gitAbout(
  { top, folder, common }: GitFolders,
  commit: string,
  args: readonly string[],
): Promise<string | undefined> {
  await using own = await temporaryFolder("git");
  Deno.mkdirSync(`${own.path}/refs`);
  Deno.writeTextFileSync(`${own.path}/HEAD`, `${commit}\n`);
  try {
    const { code, stdout } = await runToEnd({
      command: "git",
      args: ["--no-optional-locks", ...args],
      detached: true,
      cwd: top,
      environment: {
        GIT_DIR: own.path,
        GIT_WORK_TREE: top,
        GIT_INDEX_FILE: `${folder}/index`,
        GIT_OBJECT_DIRECTORY: `${common}/objects`,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_ATTR_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_LAZY_FETCH: "1",
        GIT_NO_REPLACE_OBJECTS: "1",
        GIT_LITERAL_PATHSPECS: "1",
        LC_ALL: "C",
      },
      task: "git",
      timeLimitMs: TIME_LIMIT_MS,
      outputLimit: MOST,
    });
    return code === 0 ? stdout : undefined;
  } catch (error) {
    if (isSvcError(error) || error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
