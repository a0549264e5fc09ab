import { type Call, notFound, repositoryOf, type Seen } from "../call/mod.ts";
import type { Project, Pull } from "../state/mod.ts";
import { followHeads } from "./heads.ts";
import type { Issue } from "./shape.ts";

/** The pull request that a call is about, with its issue; its head is where its branch is now. */
export async function pullOf(call: Call): Promise<Seen & { pull: Pull; issue: Issue }> {
  const seen = await repositoryOf(call);
  const pull = call.state.pulls.find(seen.project, Number(call.params.pull_number));
  if (!pull) throw notFound();
  await followHeads(call, seen.project);
  return { ...seen, pull, issue: await issueOf(call, pull) };
}

/** The issue behind a pull request. */
export async function issueOf(call: Call, { project, number }: Pull): Promise<Issue> {
  const path = `/repos/${project.owner}/${project.name}/issues/${number}`;
  return JSON.parse((await call.emulated("GET", path)).text);
}

/** Every issue of a project by number, pull requests among them. */
export async function issuesOf(call: Call, project: Project): Promise<Map<number, Issue>> {
  const found = new Map<number, Issue>();
  for (let page = 1;; page++) {
    const path =
      `/repos/${project.owner}/${project.name}/issues?state=all&per_page=100&page=${page}`;
    const issues: Issue[] = JSON.parse((await call.emulated("GET", path)).text);
    for (const issue of issues) found.set(Number(issue.number), issue);
    if (issues.length < 100) return found;
  }
}
