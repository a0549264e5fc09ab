import {
  type Asking,
  type Call,
  platformSignature,
  pushed,
  Refusal,
  type Repository,
  signatureOf,
  timeOf,
} from "../call/mod.ts";
import { findRef, logOf, mergedTree, moveRef, rebased, writeCommit } from "../git/mod.ts";
import { closeNamed, happen, setOpen } from "../issue/mod.ts";
import type { Pull } from "../state/mod.ts";

/** How a pull request is merged. */
export interface MergeWish {
  sha?: string;
  merge_method?: "merge" | "squash" | "rebase";
  commit_title?: string;
  commit_message?: string;
}

const NOT_MERGEABLE = "Pull Request is not mergeable";

/**
 * Merges a pull request and gives the new commit's id.
 *
 * @throws Refusal 405 when it cannot be merged, 409 when head or base moved
 */
export async function mergePull(
  call: Call,
  pull: Pull,
  repository: Repository,
  wish: MergeWish,
): Promise<string> {
  const { git } = pull.project;
  refuseUnmergeable(pull, repository, wish);
  const name = `refs/heads/${pull.baseRef}`;
  const base = await findRef(git, name);
  if (!base) throw new Refusal(405, NOT_MERGEABLE);
  const sha = await writeMerge(call, pull, base.sha, wish);
  if (sha === undefined) throw new Refusal(405, NOT_MERGEABLE);
  if (!await moveRef(git, name, base.sha, sha)) {
    throw new Refusal(409, "Base branch was modified. Review and try the merge again.");
  }
  pushed(call, pull.project);
  noteMerged(call, pull, sha);
  return sha;
}

/** Notes that a request is merged, as the commit `sha` of its base. */
export function noteMerged(call: Asking, pull: Pull, sha: string): void {
  pull.merged = { at: timeOf(call), by: call.login!, sha };
  happen(call, pull.issue, "merged", { commit: sha });
  setOpen(call, pull.issue, false);
  closeNamed(call, pull.issue);
}

function refuseUnmergeable(pull: Pull, repository: Repository, wish: MergeWish): void {
  if (pull.merged || !pull.issue.open) throw new Refusal(405, NOT_MERGEABLE);
  if (pull.draft) throw new Refusal(405, "Pull Request is still a draft");
  const method = wish.merge_method ?? "merge";
  const allowed = {
    merge: repository.allow_merge_commit,
    squash: repository.allow_squash_merge,
    rebase: repository.allow_rebase_merge,
  }[method];
  const named =
    { merge: "Merge commits", squash: "Squash merges", rebase: "Rebase merges" }[method];
  if (allowed === false) throw new Refusal(405, `${named} are not allowed on this repository.`);
  if (wish.sha !== undefined && wish.sha !== pull.headSha) {
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  }
}

/** Writes what the base branch is to point at; undefined when there is a conflict. */
export async function writeMerge(
  call: Asking,
  pull: Pull,
  base: string,
  wish: MergeWish,
): Promise<string | undefined> {
  const { issue, project: { git } } = pull;
  const by = signatureOf(call, call.login!);
  if (wish.merge_method === "rebase") return await rebased(git, base, pull.headSha, by);
  const tree = await mergedTree(git, base, pull.headSha);
  if (tree === undefined) return undefined;
  const squash = wish.merge_method === "squash";
  const title = wish.commit_title ??
    (squash
      ? `${issue.title} (#${pull.number})`
      : `Merge pull request #${pull.number} from ${pull.sourceOwner}/${pull.headRef}`);
  const text = wish.commit_message ?? (squash ? await messages(pull, base) : issue.title);
  return await writeCommit(git, {
    tree,
    parents: squash ? [base] : [base, pull.headSha],
    message: text === "" ? title : `${title}\n\n${text}`,
    author: squash ? signatureOf(call, pull.author) : by,
    committer: platformSignature(call),
  });
}

/** What a squashed commit says unless told: the messages of all but a single one. */
async function messages({ project, headSha }: Pull, base: string): Promise<string> {
  const list = await logOf(project.git, ["--reverse", `${base}..${headSha}`]);
  return list.length < 2 ? "" : list.map(({ message }) => `* ${message}`).join("\n\n");
}
