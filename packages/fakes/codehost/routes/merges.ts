import {
  type Call,
  empty,
  invalid,
  json,
  platformSignature,
  pushed,
  Refusal,
  refuseEmpty,
  type Routes,
  signatureOf,
  writableOf,
} from "../call/mod.ts";
import {
  type Bare,
  distance,
  findCommit,
  findRef,
  mergedTree,
  moveRef,
  writeCommit,
} from "../git/mod.ts";
import { commitShape } from "../shape/mod.ts";
import type { Project } from "../state/mod.ts";

/** Branches merged without a pull request. */
export const mergeRoutes: Routes = {
  "POST /repos/{owner}/{repo}/merges": async (call) => {
    const { project } = writableOf(call);
    await refuseEmpty(project);
    const sent = call.body as { base: string; head: string; commit_message?: string };
    const base = await findRef(project.git, `refs/heads/${sent.base}`);
    if (!base) throw new Refusal(404, "Base does not exist");
    const head = await findCommit(project.git, `refs/heads/${sent.head}`) ??
      await findCommit(project.git, sent.head);
    if (!head) throw new Refusal(404, "Head does not exist");
    if ((await distance(project.git, base.sha, head.sha)).ahead === 0) return empty();
    const message = sent.commit_message ?? `Merge ${sent.head} into ${sent.base}`;
    const merged = await merge(call, project, sent.base, base.sha, head.sha, message);
    if (merged === undefined) throw new Refusal(409, "Merge conflict");
    return json(commitShape(call, project, (await findCommit(project.git, merged))!), 201);
  },

  "POST /repos/{owner}/{repo}/merge-upstream": async (call) => {
    const { project } = writableOf(call);
    const { parent, git } = project;
    const { branch } = call.body as { branch: string };
    const upstream = parent && await findRef(parent.git, `refs/heads/${branch}`);
    if (!parent || !upstream) {
      throw invalid([], "The branch could not be synced with the upstream repository");
    }
    await git.text(["fetch", "--quiet", "--no-tags", parent.git.folder, upstream.sha]);
    const own = await findRef(git, `refs/heads/${branch}`);
    const { ahead, behind } = await difference(git, own?.sha, upstream.sha);
    const base_branch = `${parent.owner}:${branch}`;
    const said = (message: string, merge_type: string) =>
      json({ message, merge_type, base_branch });
    if (behind === 0) {
      return said(`This branch is not behind the upstream ${base_branch}.`, "none");
    }
    if (ahead === 0) {
      if (!await moveRef(git, `refs/heads/${branch}`, own?.sha ?? null, upstream.sha)) {
        throw new Refusal(409, "Base branch was modified");
      }
      pushed(call, project);
      const message = `Successfully fetched and fast-forwarded from upstream ${base_branch}.`;
      return said(message, "fast-forward");
    }
    const message = `Merge branch '${base_branch}' into ${branch}`;
    const merged = await merge(call, project, branch, own!.sha, upstream.sha, message);
    if (merged === undefined) throw new Refusal(409, "There are merge conflicts");
    return said(`Successfully fetched and merged from upstream ${base_branch}.`, "merge");
  },
};

/** Merges into a branch and gives the commit; undefined when the two conflict. */
async function merge(
  call: Call,
  project: Project,
  branch: string,
  base: string,
  head: string,
  message: string,
): Promise<string | undefined> {
  const { git } = project;
  const tree = await mergedTree(git, base, head);
  if (tree === undefined) return undefined;
  const author = signatureOf(call, call.login!);
  const committer = platformSignature(call);
  const sha = await writeCommit(git, { tree, parents: [base, head], message, author, committer });
  if (!await moveRef(git, `refs/heads/${branch}`, base, sha)) {
    throw new Refusal(409, "Base branch was modified");
  }
  pushed(call, project);
  return sha;
}

/** How far a branch is ahead of and behind its upstream. One that is not there is behind. */
const difference = async (git: Bare, own: string | undefined, upstream: string) =>
  own === undefined ? { ahead: 0, behind: 1 } : await distance(git, upstream, own);
