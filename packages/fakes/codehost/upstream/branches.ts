import { signatureOf } from "../call/mod.ts";
import { findCommit, findRef, moveRef, writeCommit } from "../git/mod.ts";
import { followAllHeads } from "../pull/mod.ts";
import { apiTime, type State } from "../state/mod.ts";
import { projectNamed } from "./project.ts";

/** Points a branch elsewhere; without a commit, at its last one written again. */
export async function forcePush(
  state: State,
  repository: string,
  branch: string,
  sha?: string,
): Promise<string> {
  const project = projectNamed(state, repository);
  const name = `refs/heads/${branch}`;
  const before = await findRef(project.git, name);
  if (!before) throw new Error(`${repository} has no branch ${branch}`);
  const commit = (await findCommit(project.git, before.sha))!;
  const message = `${commit.message}\n\nWritten again.`;
  const by = signatureOf({ state }, project.owner);
  const after = sha ?? await writeCommit(project.git, { ...commit, message, committer: by });
  if (!await moveRef(project.git, name, before.sha, after)) {
    throw new Error(`${branch} moved meanwhile`);
  }
  project.pushedAt = apiTime(state.clock.now());
  await followAllHeads({ state });
  return after;
}
