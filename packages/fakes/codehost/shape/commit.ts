import type { components } from "@octokit/openapi-types";
import { type Call, loginOf, type User, userOf } from "../call/mod.ts";
import type { Commit, FileChange, Signature } from "../git/mod.ts";
import type { Project } from "../state/mod.ts";

type Schemas = components["schemas"];

/** Address of a repository in the API. */
export const apiOf = ({ state }: Pick<Call, "state">, { owner, name }: Project): string =>
  `${state.base}/repos/${owner}/${name}`;

/** Address of a repository's pages. */
export const pageOf = ({ state }: Pick<Call, "state">, { owner, name }: Project): string =>
  `${state.base}/${owner}/${name}`;

/** A made-up id that is always the same for the same thing. */
export const nodeId = (...parts: (string | number)[]): string => btoa(parts.join(":"));

const UNVERIFIED: Schemas["verification"] = {
  verified: false,
  reason: "unsigned",
  signature: null,
  payload: null,
  verified_at: null,
};

/** A commit below `/git/commits`. */
export function gitCommit(call: Call, project: Project, commit: Commit): Schemas["git-commit"] {
  const api = apiOf(call, project);
  return {
    sha: commit.sha,
    node_id: nodeId("Commit", project.id, commit.sha),
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

/** Commits below `/commits`, with the accounts that signed them. */
export async function commits(
  call: Call,
  project: Project,
  list: readonly Commit[],
): Promise<Schemas["commit"][]> {
  const logins = new Set(list.flatMap(({ author, committer }) => [author, committer].map(loginOf)));
  const users = new Map<string | null, User | null>();
  for (const login of logins) users.set(login, await userOf(call, login));
  const user = (signature: Signature) => users.get(loginOf(signature)) ?? null;
  return list.map((commit) => {
    const api = apiOf(call, project);
    const { node_id, html_url, author, committer, tree, message } = gitCommit(
      call,
      project,
      commit,
    );
    return {
      sha: commit.sha,
      node_id,
      url: `${api}/commits/${commit.sha}`,
      html_url,
      comments_url: `${api}/commits/${commit.sha}/comments`,
      commit: {
        url: `${api}/git/commits/${commit.sha}`,
        author,
        committer,
        message,
        tree,
        comment_count: 0,
        verification: UNVERIFIED,
      },
      author: user(commit.author),
      committer: user(commit.committer),
      parents: parentsOf(call, project, commit, "commits"),
    };
  });
}

function parentsOf(call: Call, project: Project, commit: Commit, below: string) {
  return commit.parents.map((sha) => ({
    sha,
    url: `${apiOf(call, project)}/${below}/${sha}`,
    html_url: `${pageOf(call, project)}/commit/${sha}`,
  }));
}

/** The files of a difference, as they stand at `sha`. */
export function files(
  call: Call,
  project: Project,
  sha: string,
  changes: readonly FileChange[],
): Schemas["diff-entry"][] {
  return changes.map(({ path, previousPath, patch, additions, deletions, ...change }) => {
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    return {
      ...change,
      filename: path,
      ...previousPath === undefined ? {} : { previous_filename: previousPath },
      additions,
      deletions,
      changes: additions + deletions,
      blob_url: `${pageOf(call, project)}/blob/${sha}/${encoded}`,
      raw_url: `${pageOf(call, project)}/raw/${sha}/${encoded}`,
      contents_url: `${apiOf(call, project)}/contents/${encoded}?ref=${sha}`,
      ...patch === undefined ? {} : { patch },
    };
  });
}
