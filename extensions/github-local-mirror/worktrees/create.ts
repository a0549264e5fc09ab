import { PlatformFailure } from "../../platform/failure.ts";
import { checkRefName } from "../../platform/ref_name.ts";
import { commitAt } from "../../platform/git/commits.ts";
import { type Objects, refsBelow } from "../objects/mod.ts";
import { branchWorktreeId, REVIEW } from "./id.ts";
import type { Mirror } from "./mirror.ts";
import type { Wanted } from "./prepare.ts";

/**
 * What a worktree of a branch is to be. A branch that the mirror has not is made: at `baseRef`, else
 * where the remote has a branch of that name, else at the default branch.
 *
 * @throws PlatformFailure `refused`, `branch_exists`, `not_found`
 */
export async function wantedForBranch(
  mirror: Mirror,
  { branch, baseRef, identity }: { branch: string; baseRef?: string; identity?: string },
): Promise<Wanted> {
  checkBranch(branch);
  const wanted = {
    id: branchWorktreeId(branch),
    branch,
    said: { identity: identity ?? null, prNumber: null, prHeadSha: null },
  };
  const there = await commitAt(mirror.objects, `refs/heads/${branch}`);
  if (there === undefined) {
    await assertNoTwin(mirror.objects, branch);
    return { ...wanted, start: await startOf(mirror, branch, baseRef) };
  }
  if (baseRef === undefined) return { ...wanted, start: there };
  throw new PlatformFailure("branch_exists", {
    hint: "Omit 'baseRef' to use the existing branch, or name another branch",
  });
}

async function startOf(mirror: Mirror, branch: string, baseRef?: string): Promise<string> {
  const { objects, documents } = mirror;
  const remote = `refs/remotes/${objects.places.remote}`;
  if (baseRef !== undefined) return await baseOf(mirror, baseRef);
  const same = await commitAt(objects, `${remote}/${branch}`);
  if (same !== undefined) return same;
  const repository = await documents.repository();
  if (repository === null) throw absent("the repository's default branch");
  const start = await commitAt(
    objects,
    `${remote}/${checkRefName(repository.defaultBranch, "branch")}`,
  );
  if (start === undefined) throw absent("the repository's default branch");
  return start;
}

/** A commit, a full ref, or the short name of a branch or tag, the remote's first. */
async function baseOf({ objects }: Mirror, base: string): Promise<string> {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(base)) {
    checkRefName(base.replace(/^refs\/(?:heads|tags|remotes)\//, ""), "branch");
  }
  const names = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$|^refs\//.test(base) ? [base] : [
    `refs/remotes/${objects.places.remote}/${base}`,
    `refs/heads/${base}`,
    `refs/tags/${base}`,
  ];
  for (const name of names) {
    const found = await commitAt(objects, name);
    if (found !== undefined) return found;
  }
  throw absent(`baseRef ${JSON.stringify(base.slice(0, 80))}`);
}

function absent(what: string): PlatformFailure {
  return new PlatformFailure("not_found", {
    reason: `${what} is not in the mirror`,
    hint: "Check the name, and run 'sync'",
  });
}

/**
 * Checks the name of a branch to work on.
 *
 * @throws PlatformFailure `refused` for what git or people would misread, and for the mirror's own
 */
function checkBranch(name: string): string {
  checkRefName(name, "branch");
  const lower = name.toLowerCase();
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(lower)) throw refused(name, "it looks like a commit");
  if (lower !== REVIEW && !lower.startsWith(`${REVIEW}/`)) return name;
  throw refused(name, `'${REVIEW}' and the branches below it are reserved for the mirror`);
}

/**
 * Makes sure that no branch differs in case only: many file systems would take the two for one.
 *
 * @throws PlatformFailure `refused` that names the other
 */
async function assertNoTwin(objects: Objects, branch: string): Promise<void> {
  const wanted = `refs/heads/${folded(branch)}`;
  for (const ref of (await refsBelow(objects, "refs/heads/")).keys()) {
    const other = ref.slice("refs/heads/".length);
    if (folded(ref) !== wanted || other === branch) continue;
    throw refused(branch, `there is a branch ${JSON.stringify(other)}, which differs only in case`);
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
