import type { Bare } from "./bare.ts";
import { runGit } from "./bare.ts";
import { type Signature, signed } from "./commits.ts";

/** The tree that merging `head` into `base` gives, or undefined when they conflict. */
export async function mergedTree(
  bare: Bare,
  base: string,
  head: string,
): Promise<string | undefined> {
  const { code, stdout, stderr } = await bare.run(["merge-tree", "--write-tree", base, head]);
  if (code > 1) throw new Error(`git merge-tree: ${code} ${stderr}`);
  return code === 0 ? new TextDecoder().decode(stdout).split("\n")[0]! : undefined;
}

/** Writes the commits of `head` that `base` lacks on top of it; undefined when one conflicts. */
export async function rebased(
  bare: Bare,
  base: string,
  head: string,
  committer: Signature,
): Promise<string | undefined> {
  const folder = await Deno.makeTempDir({ dir: bare.folder, prefix: "rebase-" });
  const work = `${folder}/tree`;
  const inTree = (...args: string[]) =>
    runGit(["-C", work, ...args], { env: signed("COMMITTER", committer) });
  try {
    await bare.text(["worktree", "add", "--quiet", "--detach", work, head]);
    const { code } = await inTree("rebase", "--quiet", "--force-rebase", base);
    if (code !== 0) return undefined;
    return new TextDecoder().decode((await inTree("rev-parse", "HEAD")).stdout).trim();
  } finally {
    await Deno.remove(folder, { recursive: true });
    await bare.run(["worktree", "prune"]);
  }
}
