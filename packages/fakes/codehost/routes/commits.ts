import {
  apiOf,
  asked,
  type Call,
  committedOf,
  empty,
  encodedPath,
  invalid,
  json,
  notFound,
  paged,
  pagedIn,
  pageOf,
  platformSignature,
  pushed,
  Refusal,
  repositoryOf,
  type Routes,
  shownTo,
  signatureOf,
  writableOf,
} from "../call/mod.ts";
import {
  changesBetween,
  type Commit,
  commitNamed,
  diffText,
  distance,
  findCommit,
  findRef,
  logOf,
  mergeBase,
  mergedTree,
  moveRef,
  writeCommit,
} from "../git/mod.ts";
import { commitShape, fileShape } from "../shape/commit.ts";
import type { Project } from "../state/mod.ts";

/** The most files that a comparison shows, on its first page. */
const MOST_FILES = 300;

/** Branches and the commits of the history, compared and merged. */
export const commitRoutes: Routes = {
  "GET /repos/{owner}/{repo}/branches/{branch}": async (call) => {
    const { project } = repositoryOf(call);
    const name = call.params.branch!;
    const head = await findRef(project.git, `refs/heads/${name}`);
    if (!head) throw new Refusal(404, "Branch not found");
    const url = `${apiOf(call, project)}/branches/${encodeURIComponent(name)}`;
    return json({
      name,
      commit: commitShape(call, project, (await findCommit(project.git, head.sha))!),
      protected: false,
      _links: { self: url, html: `${pageOf(call, project)}/tree/${name}` },
      protection_url: `${url}/protection`,
    });
  },

  "GET /repos/{owner}/{repo}/commits": async (call) => {
    const { project, repository } = await committedOf(call);
    const start = await commitNamed(project.git, asked(call, "sha") ?? repository.default_branch);
    if (!start) throw notFound();
    const limits = ["since", "until", "author"].flatMap((name) => {
      const value = asked(call, name);
      return value === null ? [] : [`--${name}=${value}`];
    });
    const path = asked(call, "path");
    const paths = path === null ? [] : [`:(literal)${path}`];
    const list = await logOf(project.git, [...limits, start.sha, "--", ...paths]);
    return paged(call, list, (commit) => commitShape(call, project, commit));
  },

  "GET /repos/{owner}/{repo}/commits/{ref}": async (call) => {
    const { project } = await committedOf(call);
    const commit = await commitNamed(project.git, call.params.ref!);
    if (!commit) throw invalid([], `No commit found for SHA: ${call.params.ref}`);
    if (/\.sha\b/.test(call.headers.get("accept") ?? "")) return textAnswer(commit.sha, "sha");
    const parent = commit.parents[0] ?? null;
    if (wantsDiff(call) && parent) {
      return textAnswer(await diffText(project.git, parent, commit.sha), "diff");
    }
    const changes = await changesBetween(project.git, parent, commit.sha);
    const [additions, deletions] = linesOf(changes);
    return json({
      ...commitShape(call, project, commit),
      stats: { additions, deletions, total: additions + deletions },
      files: changes.map((one) => fileShape(call, project, commit.sha, one)),
    });
  },

  "GET /repos/{owner}/{repo}/compare/{basehead}": async (call) => {
    const { project } = await committedOf(call);
    const [baseName, headName] = call.params.basehead!.split("...") as [string, string?];
    if (!headName) throw notFound();
    const base = await sideOf(call, project, baseName);
    const head = await sideOf(call, project, headName);
    const from = await mergeBase(project.git, base.sha, head.sha);
    const start = from && await findCommit(project.git, from);
    if (!start) throw notFound();
    if (wantsDiff(call)) {
      return textAnswer(await diffText(project.git, start.sha, head.sha), "diff");
    }
    return await comparison(call, project, base, head, start);
  },

  "POST /repos/{owner}/{repo}/merges": async (call) => {
    const { project } = await committedOf(call, writableOf);
    const sent = call.body as { base: string; head: string; commit_message?: string };
    const base = await findRef(project.git, `refs/heads/${sent.base}`);
    if (!base) throw new Refusal(404, "Base does not exist");
    const head = await commitNamed(project.git, sent.head);
    if (!head) throw new Refusal(404, "Head does not exist");
    if ((await distance(project.git, base.sha, head.sha)).ahead === 0) return empty();
    const message = sent.commit_message ?? `Merge ${sent.head} into ${sent.base}`;
    const merged = await merge(call, project, sent.base, base.sha, head.sha, message);
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
    const { ahead, behind } = own
      ? await distance(git, upstream.sha, own.sha)
      : { ahead: 0, behind: 1 };
    const base_branch = `${parent.owner}:${branch}`;
    const said = (message: string, merge_type: string) =>
      json({ message: `${message} ${base_branch}.`, merge_type, base_branch });
    if (behind === 0) return said("This branch is not behind the upstream", "none");
    if (ahead === 0) {
      await move(call, project, branch, own?.sha ?? null, upstream.sha);
      return said("Successfully fetched and fast-forwarded from upstream", "fast-forward");
    }
    const message = `Merge branch '${base_branch}' into ${branch}`;
    await merge(call, project, branch, own!.sha, upstream.sha, message);
    return said("Successfully fetched and merged from upstream", "merge");
  },
};

/** Whether a call asks for a difference as text. */
export const wantsDiff = ({ headers }: Call): boolean =>
  /\.(diff|patch)\b/.test(headers.get("accept") ?? "");

/** An answer in one of the platform's text forms. */
export const textAnswer = (body: string, kind: "diff" | "sha"): Response =>
  new Response(body, {
    headers: { "content-type": `application/vnd.github.${kind}; charset=utf-8` },
  });

/** Lines added and removed. */
export const linesOf = (changes: readonly { additions: number; deletions: number }[]) =>
  [
    changes.reduce((sum, { additions }) => sum + additions, 0),
    changes.reduce((sum, { deletions }) => sum + deletions, 0),
  ] as const;

async function comparison(
  call: Call,
  project: Project,
  base: Commit,
  head: Commit,
  start: Commit,
): Promise<Response> {
  const { git } = project;
  const { ahead, behind } = await distance(git, base.sha, head.sha);
  const list = await logOf(git, ["--reverse", "--topo-order", `${base.sha}..${head.sha}`]);
  const first = (asked(call, "page") ?? "1") === "1";
  const changes = first ? await changesBetween(git, start.sha, head.sha) : [];
  const shape = (commit: Commit) => commitShape(call, project, commit);
  const range = encodedPath(call.params.basehead!);
  const html = `${pageOf(call, project)}/compare/${range}`;
  return pagedIn(call, list, (slice) => ({
    ...{ url: `${apiOf(call, project)}/compare/${range}`, html_url: html, permalink_url: html },
    ...{ diff_url: `${html}.diff`, patch_url: `${html}.patch` },
    ...{ base_commit: shape(base), merge_base_commit: shape(start) },
    status: ahead > 0 ? (behind > 0 ? "diverged" : "ahead") : (behind > 0 ? "behind" : "identical"),
    ...{ ahead_by: ahead, behind_by: behind, total_commits: ahead },
    commits: slice.map(shape),
    files: changes.slice(0, MOST_FILES).map((one) => fileShape(call, project, head.sha, one)),
  }));
}

/** A commit by branch, tag or id; `owner:branch` names a branch of a fork. */
async function sideOf(call: Call, project: Project, name: string): Promise<Commit> {
  const [owner, branch] = name.includes(":")
    ? name.split(":", 2) as [string, string]
    : [project.owner, name];
  const source = [project, ...call.state.projects.network(project)]
    .find((one) => one.owner.toLowerCase() === owner.toLowerCase());
  const commit = source && shownTo(call, source) && await commitNamed(source.git, branch);
  if (!commit) throw notFound();
  if (source !== project) {
    await project.git.text(["fetch", "--quiet", "--no-tags", source.git.folder, commit.sha]);
  }
  return commit;
}

/** Merges into a branch, and gives the commit. @throws Refusal 409 when the two conflict */
async function merge(
  call: Call,
  project: Project,
  branch: string,
  base: string,
  head: string,
  message: string,
): Promise<string> {
  const { git } = project;
  const tree = await mergedTree(git, base, head);
  if (tree === undefined) throw new Refusal(409, "Merge conflict");
  const author = signatureOf(call, call.login!);
  const committer = platformSignature(call);
  const sha = await writeCommit(git, { tree, parents: [base, head], message, author, committer });
  await move(call, project, branch, base, sha);
  return sha;
}

async function move(
  call: Call,
  project: Project,
  branch: string,
  before: string | null,
  after: string,
): Promise<void> {
  if (!await moveRef(project.git, `refs/heads/${branch}`, before, after)) {
    throw new Refusal(409, "Base branch was modified");
  }
  pushed(call, project);
}
