import {
  invalid,
  json,
  notFound,
  paged,
  refuseEmpty,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import { changesBetween, type Commit, diffText, findCommit, logOf } from "../git/mod.ts";
import { commitShape, fileShape } from "../shape/mod.ts";
import type { Project } from "../state/mod.ts";

/** Commits of the history. */
export const commitRoutes: Routes = {
  "GET /repos/{owner}/{repo}/commits": async (call) => {
    const { project, repository } = repositoryOf(call);
    await refuseEmpty(project);
    const asked = call.url.searchParams;
    const start = await commitNamed(project, asked.get("sha") ?? repository.default_branch)
      .catch(() => {
        throw notFound();
      });
    const path = asked.get("path");
    const list = await logOf(project.git, [
      ...["since", "until"].flatMap((name) =>
        asked.has(name) ? [`--${name}=${asked.get(name)}`] : []
      ),
      ...asked.has("author") ? [`--author=${asked.get("author")}`] : [],
      start.sha,
      "--",
      ...path === null ? [] : [`:(literal)${path}`],
    ]);
    return paged(call, list, (commit) => commitShape(call, project, commit));
  },

  "GET /repos/{owner}/{repo}/commits/{ref}": async (call) => {
    const { project } = repositoryOf(call);
    await refuseEmpty(project);
    const commit = await commitNamed(project, call.params.ref!);
    const accept = call.headers.get("accept") ?? "";
    if (/\.sha\b/.test(accept)) return text(commit.sha, "sha");
    const parent = commit.parents[0] ?? null;
    if (/\.(diff|patch)\b/.test(accept) && parent) {
      return text(await diffText(project.git, parent, commit.sha), "diff");
    }
    const changes = await changesBetween(project.git, parent, commit.sha);
    const additions = changes.reduce((sum, one) => sum + one.additions, 0);
    const deletions = changes.reduce((sum, one) => sum + one.deletions, 0);
    return json({
      ...commitShape(call, project, commit),
      stats: { additions, deletions, total: additions + deletions },
      files: changes.map((one) => fileShape(call, project, commit.sha, one)),
    });
  },
};

/** An answer in one of the platform's text forms. */
export const text = (body: string, kind: "diff" | "sha" | "patch"): Response =>
  new Response(body, {
    headers: { "content-type": `application/vnd.github.${kind}; charset=utf-8` },
  });

/** A commit by branch, tag or id. */
async function commitNamed(project: Project, name: string): Promise<Commit> {
  const commit = await findCommit(project.git, `refs/heads/${name}`) ??
    await findCommit(project.git, name);
  if (commit) return commit;
  throw invalid([], `No commit found for SHA: ${name}`);
}
