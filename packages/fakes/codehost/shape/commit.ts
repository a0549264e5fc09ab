import { apiOf, type Asking, encodedPath, loginOf, pageOf, userOf } from "../call/mod.ts";
import type { Commit, FileChange } from "../git/mod.ts";
import type { Project } from "../state/mod.ts";

/** What is told of a commit that nobody signed with a key. */
const UNVERIFIED = { verified: false, reason: "unsigned" };

/** A commit below `/git/commits`. */
export function gitCommit(call: Asking, project: Project, commit: Commit) {
  const api = apiOf(call, project);
  return {
    sha: commit.sha,
    url: `${api}/git/commits/${commit.sha}`,
    html_url: `${pageOf(call, project)}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: parentsOf(call, project, commit, "git/commits"),
    verification: UNVERIFIED,
  };
}

/** A commit below `/commits`, with the accounts that signed it. */
export function commitShape(call: Asking, project: Project, commit: Commit) {
  const { sha, url, html_url, parents: _, ...own } = gitCommit(call, project, commit);
  return {
    sha,
    url: `${apiOf(call, project)}/commits/${sha}`,
    html_url,
    commit: { url, comment_count: 0, ...own },
    author: userOf(call, loginOf(commit.author)),
    committer: userOf(call, loginOf(commit.committer)),
    parents: parentsOf(call, project, commit, "commits"),
  };
}

const parentsOf = (call: Asking, project: Project, { parents }: Commit, below: string) =>
  parents.map((sha) => ({
    sha,
    url: `${apiOf(call, project)}/${below}/${sha}`,
    html_url: `${pageOf(call, project)}/commit/${sha}`,
  }));

/** A file of a difference, as it stands at `sha`. */
export function fileShape(call: Asking, project: Project, sha: string, change: FileChange) {
  const { path, previousPath, patch, ...rest } = change;
  const encoded = encodedPath(path);
  return {
    ...rest,
    filename: path,
    ...previousPath !== undefined && { previous_filename: previousPath },
    changes: rest.additions + rest.deletions,
    blob_url: `${pageOf(call, project)}/blob/${sha}/${encoded}`,
    raw_url: `${pageOf(call, project)}/raw/${sha}/${encoded}`,
    contents_url: `${apiOf(call, project)}/contents/${encoded}?ref=${sha}`,
    ...patch !== undefined && { patch },
  };
}
