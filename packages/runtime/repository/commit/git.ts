import { isSvcError } from "@svc/core/error";
import { temporaryFolder } from "../../base/files/temporary.ts";
import { runToEnd } from "../../base/process/run.ts";
import type { GitFolders } from "./git_folders.ts";

/** Milliseconds after which git is ended: a run does not wait long for what is good to know. */
const TIME_LIMIT_MS = 10_000;

/** Bytes of an answer. */
const MOST = 16 * 1024 * 1024;

/**
 * What git prints about one commit of a repository; undefined where it fails, is not installed or takes
 * too long. It gets a folder of our own in the place of the repository's `.git`, with that one's objects
 * and list of files: git runs programs that the configuration of a repository names, and there is none.
 */
export async function gitAbout(
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
