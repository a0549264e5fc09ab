import { createHash } from "node:crypto";

/** Characters of a branch's name that its folder shows at most. */
const LONGEST_SLUG = 32;

/** What the methods take as an identity. */
const IDENTITY = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** Branches of worktrees of pull requests begin so; the folder of refs is the mirror's own. */
export const REVIEW = "review";

/**
 * Id of the worktree of a pull request's head, which is also its folder's name:
 * `pr-<n>-<sha12>[-<identity>]`. Nothing that a stranger chose is in it.
 */
export function pullWorktreeId(number: number, sha: string, identity?: string): string {
  const id = `pr-${number}-${sha.slice(0, 12)}`;
  return identity === undefined ? id : `${id}-${identity}`;
}

/** The local branch of that worktree, without `refs/heads/`. */
export function reviewBranch(number: number, sha: string, identity?: string): string {
  return `${REVIEW}/${pullWorktreeId(number, sha, identity)}`;
}

/**
 * Id of the worktree of a branch: `wt-<slug>-<8 hex>`. The slug is what can be read of the name, the
 * digest tells names apart that look alike: no file system takes two of them for one.
 */
export function branchWorktreeId(branch: string): string {
  const digest = createHash("sha256").update(branch).digest("hex").slice(0, 8);
  return `wt-${slugOf(branch)}-${digest}`;
}

/** Whether a text has the form of an id. Only then is it looked for on the disk. */
export function isWorktreeId(text: string): boolean {
  const pull = /^pr-[1-9][0-9]{0,15}-[0-9a-f]{12}(?:-(.+))?$/.exec(text);
  if (pull) return pull[1] === undefined || IDENTITY.test(pull[1]);
  return /^wt-[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?-[0-9a-f]{8}$/.test(text);
}

/** What an id says of a pull request's worktree; undefined for one of a branch. */
export function pullOfId(id: string): { number: number; identity: string | null } | undefined {
  const [, number, identity] = /^pr-([0-9]+)-[0-9a-f]{12}(?:-(.+))?$/.exec(id) ?? [];
  return number === undefined ? undefined : { number: Number(number), identity: identity ?? null };
}

function slugOf(branch: string): string {
  const plain = branch.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, LONGEST_SLUG);
  return plain.replace(/^-+|-+$/g, "") || "branch";
}
