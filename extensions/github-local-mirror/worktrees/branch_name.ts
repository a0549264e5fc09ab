import { PlatformFailure } from "../../platform/failure.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import { type Objects, refsBelow } from "../objects/mod.ts";
import { REVIEW } from "./id.ts";

/**
 * Checks the name of a branch to work on.
 *
 * @throws PlatformFailure `refused` for what git or people would misread, and for the mirror's own
 */
export function checkBranch(name: string): string {
  checkRefName(name, "branch");
  const lower = name.toLowerCase();
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(lower)) throw refused(name, "it looks like a commit");
  if (lower !== REVIEW && !lower.startsWith(`${REVIEW}/`)) return name;
  throw refused(name, `'${REVIEW}' and what is below it are the mirror's own branches`);
}

/**
 * Makes sure that no branch differs in case only: many file systems would take the two for one.
 *
 * @throws PlatformFailure `refused` that names the other
 */
export async function assertNoTwin(objects: Objects, branch: string): Promise<void> {
  const wanted = `refs/heads/${folded(branch)}`;
  for (const ref of (await refsBelow(objects, "refs/heads/")).keys()) {
    const other = ref.slice("refs/heads/".length);
    if (folded(ref) !== wanted || other === branch) continue;
    throw refused(branch, `there is a branch ${JSON.stringify(other)}, which differs in case only`);
  }
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function refused(name: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `the branch ${JSON.stringify(name.slice(0, 80))} cannot be used: ${reason}`,
    hint: "Name another branch",
  });
}
