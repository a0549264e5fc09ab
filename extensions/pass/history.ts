import type { Pass } from "./run_pass.ts";
import { gitComplaint } from "./said.ts";

/** Somebody else commits at the same moment; git says so at once instead of waiting. */
const BUSY = /index\.lock|Unable to create '.*\.lock'|cannot lock ref/;

/** Looks again for about ten seconds, at times of its own, so that two do not meet again and again. */
const TRIES = 40;
const PAUSE_MS = 500;

/**
 * Commits an entry that pass has changed when git was busy at that moment.
 *
 * @param complaint what git said; undefined when it has committed, or the store has no git
 * @param fail told what git said in the end
 */
export async function commitLater(
  pass: Pass,
  path: string,
  message: string,
  complaint: string | undefined,
  fail: (complaint: string) => void,
): Promise<void> {
  let last = complaint;
  for (let attempt = 0; last !== undefined; attempt++) {
    if (!BUSY.test(last) || attempt === TRIES) return fail(last);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
    const file = `${path}.gpg`;
    const added = await pass(["git", "add", "--all", "--", file]);
    // An entry that is gone and was never committed is nothing to commit.
    if (/did not match any files/.test(added.said)) return;
    last = gitComplaint(added.said);
    if (last !== undefined) continue;
    const committed = await pass(["git", "commit", "--quiet", "--message", message, "--", file]);
    last = gitComplaint(committed.said);
  }
}
