import type { PrSnapshot } from "../../platform/subjects/pr_snapshot.ts";
import type { Entry } from "./entries.ts";

/**
 * The pull request whose branch a worktree is on: open, of this repository itself, and the only one.
 * Forks are left out, as many of them call their branch `main`.
 *
 * @param repo owner/name
 */
export function attachable(
  repo: string,
  { registered }: Pick<Entry, "registered">,
  open: readonly PrSnapshot[],
): PrSnapshot | undefined {
  const branch = registered?.branch?.replace(/^refs\/heads\//, "");
  if (branch === undefined) return undefined;
  const found = open.filter(({ head }) =>
    head?.ref === branch && head.repo?.toLowerCase() === repo.toLowerCase()
  );
  return found.length === 1 ? found[0] : undefined;
}
