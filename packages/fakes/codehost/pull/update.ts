import { type Call, invalid, platformSignature, pushed, signatureOf } from "../call/mod.ts";
import { distance, findRef, mergedTree, moveRef, writeCommit } from "../git/mod.ts";
import type { Pull } from "../state/mod.ts";
import { takeHead } from "./heads.ts";

/**
 * Merges the base branch into the head of a pull request.
 *
 * @param expected the commit at which the caller saw the head
 * @throws Refusal 422 when the head moved, conflicts with the base, or is up to date
 */
export async function updateHead(
  call: Call,
  pull: Pull,
  expected: string | undefined,
): Promise<void> {
  const { project, source, headSha, headRef } = pull;
  if (expected !== undefined && expected !== headSha) {
    throw invalid([], "expected head sha didn’t match current head ref.");
  }
  const base = await findRef(project.git, `refs/heads/${pull.baseRef}`);
  if (!base || !source || (await distance(project.git, base.sha, headSha)).behind === 0) {
    throw invalid([], "There are no new commits on the base branch.");
  }
  const tree = await mergedTree(project.git, headSha, base.sha);
  if (tree === undefined) throw invalid([], "merge conflict between base and head");
  const sha = await writeCommit(project.git, {
    tree,
    parents: [headSha, base.sha],
    message: `Merge branch '${pull.baseRef}' into ${headRef}`,
    author: signatureOf(call, call.login!),
    committer: platformSignature(call),
  });
  if (source !== project) {
    await source.git.text(["fetch", "--quiet", "--no-tags", project.git.folder, sha]);
  }
  if (!await moveRef(source.git, `refs/heads/${headRef}`, headSha, sha)) {
    throw invalid([], "expected head sha didn’t match current head ref.");
  }
  Object.assign(pull, { headSha: sha, baseSha: base.sha });
  await takeHead(project.git, pull, sha);
  pushed(call, source);
}
