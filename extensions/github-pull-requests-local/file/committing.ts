import type { Client } from "../../platform/client.ts";
import { failureOf, PlatformFailure } from "../../platform/failure.ts";
import { writeAgain, writeOnce } from "../../platform/lost_answer.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import type { Outcome } from "../../platform/outcome.ts";
import { type Base, modeOf } from "./base.ts";
import { blobId } from "./blob.ts";
import { branchTip, type Commit } from "./commit.ts";
import { findEntry } from "./entry.ts";

/** One file's new content on a new branch. */
export interface Change {
  base: Commit;
  newBranch: string;
  path: string;
  bytes: Uint8Array;
  blobSha: string;
  /** Id of the content that the base has, if it has the file. */
  before: string | undefined;
  /** Git's mode of the file. */
  mode: "100644" | "100755";
  message: string;
}

/** The change that gives a file of `base` this content. */
export async function changeOf(
  { commit, entry }: Base,
  bytes: Uint8Array,
  about: Pick<Change, "newBranch" | "path" | "message">,
): Promise<Change> {
  const blobSha = await blobId(bytes);
  return { base: commit, bytes, blobSha, before: entry?.sha, mode: modeOf(entry), ...about };
}

/** The outcome of a change. */
export interface Committed {
  outcome: Outcome;
  commitSha: string | null;
  baseSha: string;
  changed: boolean;
}

/**
 * Makes the branch with the change, unless it is there or the base has the content already. The branch
 * comes last, with its commit: cut off anywhere before, nothing is to be seen.
 *
 * @throws PlatformFailure `branch_exists` when the branch is there with another content
 */
export async function commitChange(
  client: Client,
  name: RepositoryName,
  change: Change,
  dryRun: boolean,
): Promise<Committed> {
  const { base, newBranch } = change;
  if (change.before === change.blobSha) {
    return { outcome: "unchanged", commitSha: null, baseSha: base.sha, changed: false };
  }
  const tip = await branchTip(client, name, newBranch);
  if (tip !== undefined) return await compareTip(client, name, tip, change);
  if (dryRun) {
    return { outcome: "would-create", commitSha: null, baseSha: base.sha, changed: true };
  }
  const commitSha = await makeCommit(client, name, change);
  const created: Committed = { outcome: "created", commitSha, baseSha: base.sha, changed: true };
  const found = async () => {
    const now = await branchTip(client, name, newBranch);
    if (now === undefined) return undefined;
    return now === commitSha ? created : await compareTip(client, name, now, change);
  };
  try {
    return await writeOnce(async () => {
      await client.request("POST /repos/{owner}/{repo}/git/refs", {
        ...name,
        ref: `refs/heads/${newBranch}`,
        sha: commitSha,
      });
      return created;
    }, found);
  } catch (error) {
    const failure = failureOf(error, `the branch ${newBranch} of ${fullName(name)}`);
    // Another run made the branch in between: what it made decides.
    const other = failure.status === 422 ? await found() : undefined;
    if (other === undefined) throw failure;
    return other;
  }
}

/** Blob, tree and commit: nothing that anybody sees, and nothing that harms when it is made twice. */
async function makeCommit(
  client: Client,
  name: RepositoryName,
  { base, path, bytes, mode, message }: Change,
): Promise<string> {
  const blob = await writeAgain(() =>
    client.request("POST /repos/{owner}/{repo}/git/blobs", {
      ...name,
      content: bytes.toBase64(),
      encoding: "base64",
    })
  );
  const tree = await writeAgain(() =>
    client.request("POST /repos/{owner}/{repo}/git/trees", {
      ...name,
      base_tree: base.tree,
      tree: [{ path, mode, type: "blob", sha: blob.data.sha }],
    })
  );
  const commit = await writeAgain(() =>
    client.request("POST /repos/{owner}/{repo}/git/commits", {
      ...name,
      message,
      tree: tree.data.sha,
      parents: [base.sha],
    })
  );
  return commit.data.sha;
}

/** What a branch that is there already means for the change. */
async function compareTip(
  client: Client,
  name: RepositoryName,
  tip: string,
  { newBranch, path, blobSha, message }: Change,
): Promise<Committed> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    ...name,
    commit_sha: tip,
  });
  const entry = await findEntry(client, name, data.tree.sha, path);
  if (entry?.sha !== blobSha) {
    throw new PlatformFailure("branch_exists", {
      what: fullName(name),
      reason: `the branch '${newBranch}' already exists, and '${path}' differs on it`,
    });
  }
  const [parent, second] = data.parents;
  const same = parent !== undefined && second === undefined &&
    data.message.trim() === message.trim();
  return same
    ? { outcome: "exists", commitSha: tip, baseSha: parent.sha, changed: true }
    : { outcome: "unchanged", commitSha: tip, baseSha: parent?.sha ?? tip, changed: false };
}
