import { type Call, json, paged, passed, repositoryOf, type Routes, shownTo } from "../call/mod.ts";
import { refsBelow } from "../git/mod.ts";
import type { Project } from "../state/mod.ts";

/** Forks. */
export const forkRoutes: Routes = {
  "GET /repos/{owner}/{repo}/forks": async (call) => {
    const { project } = await repositoryOf(call);
    const forks = call.state.projects.all().filter(({ parent }) => parent === project).toReversed();
    const shown = await Promise.all(forks.map((fork) => shownTo(call, fork)));
    return paged(call, shown.filter((one) => one !== undefined));
  },

  "POST /repos/{owner}/{repo}/forks": async (call) => {
    const { project, repository } = await repositoryOf(call);
    const own = existing(call, project);
    if (own) return json(await shownTo(call, own), 202);
    const { default_branch_only: only, ...sent } = call.body;
    const path = `/repos/${project.owner}/${project.name}/forks`;
    const told = await call.emulated("POST", path, sent);
    if (told.status !== 202) return passed(told);
    const { id, owner, name } = JSON.parse(told.text);
    const fork = call.state.open({ id, owner: owner.login, name, parent: project });
    fork.pushedAt = project.pushedAt;
    await copy(project, fork, only === true ? repository.default_branch : "*");
    return json(await shownTo(call, fork), 202);
  },
};

/** Who forks again gets the fork they have. */
function existing(call: Call, project: Project): Project | undefined {
  const owner = (call.body.organization ?? call.login) as string | null;
  return call.state.projects.all().find((one) =>
    one.parent === project && one.owner.toLowerCase() === owner?.toLowerCase()
  );
}

/** Copies one branch, or with `*` every branch and tag. */
async function copy(from: Project, to: Project, branch: string): Promise<void> {
  const heads = await refsBelow(from.git, "refs/heads/");
  if (heads.length === 0) return;
  const specs = [`+refs/heads/${branch}:refs/heads/${branch}`];
  if (branch === "*") specs.push("+refs/tags/*:refs/tags/*");
  await to.git.text(["fetch", "--quiet", "--no-tags", from.git.folder, ...specs]);
}
