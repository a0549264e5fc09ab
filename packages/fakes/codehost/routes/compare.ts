import {
  type Call,
  notFound,
  pagedIn,
  refuseEmpty,
  repositoryOf,
  type Routes,
  shownTo,
} from "../call/mod.ts";
import {
  type Bare,
  changesBetween,
  type Commit,
  diffText,
  distance,
  findCommit,
  logOf,
  mergeBase,
} from "../git/mod.ts";
import { apiOf, commitShape, encodedPath, fileShape, pageOf } from "../shape/mod.ts";
import type { Project } from "../state/mod.ts";
import { text } from "./commits.ts";

/** The most files that a comparison shows, on its first page. */
const MOST_FILES = 300;

/** What one branch has that another lacks. */
export const compareRoutes: Routes = {
  "GET /repos/{owner}/{repo}/compare/{basehead}": async (call) => {
    const { project } = repositoryOf(call);
    await refuseEmpty(project);
    const [baseName, headName] = call.params.basehead!.split("...") as [string, string?];
    if (!headName) throw notFound();
    const base = await sideOf(call, project, baseName);
    const head = await sideOf(call, project, headName);
    const from = await mergeBase(project.git, base.sha, head.sha);
    const start = from && await findCommit(project.git, from);
    if (!start) throw notFound();
    if (/\.(diff|patch)\b/.test(call.headers.get("accept") ?? "")) {
      return text(await diffText(project.git, start.sha, head.sha), "diff");
    }
    return await comparison(call, project, base, head, start);
  },
};

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
  const first = (call.url.searchParams.get("page") ?? "1") === "1";
  const changes = first ? await changesBetween(git, start.sha, head.sha) : [];
  const shape = (commit: Commit) => commitShape(call, project, commit);
  const range = encodedPath(call.params.basehead!);
  const html = `${pageOf(call, project)}/compare/${range}`;
  return pagedIn(call, list, (slice) => ({
    url: `${apiOf(call, project)}/compare/${range}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: shape(base),
    merge_base_commit: shape(start),
    status: ahead > 0 ? (behind > 0 ? "diverged" : "ahead") : (behind > 0 ? "behind" : "identical"),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: slice.map(shape),
    files: changes.slice(0, MOST_FILES).map((one) => fileShape(call, project, head.sha, one)),
  }));
}

/** A commit by branch, tag or id; `owner:branch` names a branch of a fork. */
async function sideOf(call: Call, project: Project, name: string): Promise<Commit> {
  const [owner, branch] = name.includes(":")
    ? name.split(":", 2) as [string, string]
    : [null, name];
  const source = owner === null || owner.toLowerCase() === project.owner.toLowerCase()
    ? project
    : call.state.projects.network(project).find((one) =>
      one.owner.toLowerCase() === owner.toLowerCase()
    );
  if (!source || !shownTo(call, source)) throw notFound();
  const commit = await findCommit(source.git, `refs/heads/${branch}`) ??
    await findCommit(source.git, branch);
  if (!commit) throw notFound();
  if (source !== project) await takeObjects(project.git, source.git, commit.sha);
  return commit;
}

const takeObjects = (into: Bare, from: Bare, sha: string) =>
  into.text(["fetch", "--quiet", "--no-tags", from.folder, sha]);
