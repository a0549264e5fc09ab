import { checkedId } from "../../platform/git/commits.ts";
import { type Objects, refsBelow } from "./repository/objects.ts";

/** A state of a pull request's branch. */
export interface Revision {
  number: number;
  headSha: string;
}

/** Below this lie the refs that keep revisions from being collected as garbage. */
const KEPT_REFS = "refs/svc/pulls/";

/** What names and refs hold of a head's id. */
export function shortSha(sha: string): string {
  return sha.slice(0, 12);
}

/** Keeps a revision, whatever becomes of its branch. */
export async function keepRevision(objects: Objects, number: number, sha: string): Promise<void> {
  await keepRevisions(objects, [{ number, headSha: sha }]);
}

/** As {@link keepRevision}, for many in one step. */
export async function keepRevisions(
  objects: Objects,
  revisions: readonly Revision[],
): Promise<void> {
  if (revisions.length === 0) return;
  const kept = await refsBelow(objects, KEPT_REFS);
  const commands: string[] = [];
  for (const { number, headSha } of revisions) {
    const name = `${KEPT_REFS}${number}/${shortSha(checkedId(headSha))}`;
    const there = kept.get(name);
    if (there === headSha) continue;
    // Two ids that begin the same can be made on purpose.
    const free = there === undefined ? name : `${KEPT_REFS}${number}/${headSha}`;
    if (kept.get(free) === headSha) continue;
    kept.set(free, headSha);
    commands.push(`create ${free}\0${headSha}\0`);
  }
  if (commands.length > 0) {
    await objects.git(["update-ref", "--stdin", "-z"], { input: commands.join("") });
  }
}
