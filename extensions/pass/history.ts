import type { Pass } from "./run_pass.ts";
import { gitComplaint } from "./said.ts";

/** Somebody else commits at the same moment; git says so at once instead of waiting. */
const BUSY = /index\.lock|Unable to create '.*\.lock'|cannot lock ref/;

/** Looks again for about ten seconds, at times of its own, so that two do not meet again and again. */
const TRIES = 40;
const PAUSE_MS = 500;

/**
 * Sees to it that git has committed entries that pass has changed. A commit of git reads the index
 * before it locks it: of two at the same moment, one may write back what the other has changed, and
 * neither says so. So git is asked afterwards.
 *
 * @param complaint what git said; undefined when it has committed, or the store has no git
 * @param fail told what git said in the end
 */
export async function commitLater(
  pass: Pass,
  paths: readonly string[],
  message: string,
  complaint: string | undefined,
  fail: (complaint: string) => void,
): Promise<void> {
  const files = paths.map((path) => `${path}.gpg`);
  let last = complaint;
  for (let attempt = 0;; attempt++) {
    if (last !== undefined && !BUSY.test(last)) return fail(last);
    if (attempt === TRIES) return fail(last ?? "others change the store all the time");
    if (last !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
    }
    const open = await uncommitted(pass, files);
    if (open.length === 0) return;
    last = undefined;
    for (const file of open) last ??= await commit(pass, file, message);
  }
}

/** Commits a file as it is now; gives what git complained of. */
async function commit(pass: Pass, file: string, message: string): Promise<string | undefined> {
  const added = await pass(["git", "add", "--all", "--", file]);
  // An entry that is gone and was never committed is nothing to commit.
  if (/did not match any files/.test(added.said)) return undefined;
  const complaint = gitComplaint(added.said);
  if (complaint !== undefined) return complaint;
  const committed = await pass(["git", "commit", "--quiet", "--message", message, "--", file]);
  return gitComplaint(committed.said);
}

/**
 * Which of these files, all of one folder, git has not committed as they are; none in a store without
 * git. What this process may have written back of files beside them is taken from there again.
 */
async function uncommitted(pass: Pass, files: readonly string[]): Promise<string[]> {
  const folder = files[0]!.slice(0, files[0]!.lastIndexOf("/") + 1) || ".";
  const about = ["--porcelain", "--untracked-files=all", "--no-renames", "-z", "--", folder];
  const { stdout } = await pass(["git", "--no-optional-locks", "status", ...about]);
  const open = new Set<string>();
  for (const entry of new TextDecoder().decode(stdout).split("\0")) {
    const [state, name] = [entry.slice(0, 2), entry.slice(3)];
    const own = files.find((file) => `/${name}`.endsWith(`/${file}`));
    if (own !== undefined) open.add(own);
    // Staged, and not what the file is; what a merge left open is none of our business.
    else if (/^(?:[AM][MD]|D )/.test(state)) await pass(["git", "add", "--all", "--", `:/${name}`]);
  }
  return [...open];
}
