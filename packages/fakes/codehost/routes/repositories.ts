import {
  type Call,
  empty,
  invalid,
  json,
  minimalRepository,
  passed,
  type Repository,
  repositoryOf,
  type Routes,
  shownTo,
} from "../call/mod.ts";
import { findRef } from "../git/mod.ts";
import { type Project, sourceOf } from "../state/mod.ts";
import { createRepository } from "./repository_creation.ts";

/** Repositories themselves: made, changed, renamed, deleted. */
export const repositoryRoutes: Routes = {
  "GET /repos/{owner}/{repo}": async (call) => {
    const { project, repository } = await repositoryOf(call);
    return json({ ...repository, ...await origin(call, project) });
  },

  "POST /user/repos": (call) => createRepository(call, "/user/repos", call.login),
  "POST /orgs/{org}/repos": (call) =>
    createRepository(call, `/orgs/${call.params.org}/repos`, call.params.org!),

  "PATCH /repos/{owner}/{repo}": async (call) => {
    const { project } = await repositoryOf(call);
    const { default_branch: branch } = call.body as { default_branch?: string };
    if (branch !== undefined && !await findRef(project.git, `refs/heads/${branch}`)) {
      throw invalid([], `The branch ${branch} was not found. Please push that ref first.`);
    }
    const told = await call.emulated("PATCH", `/repos/${project.owner}/${project.name}`, call.body);
    if (told.status !== 200) return passed(told);
    const repository: Repository = JSON.parse(told.text);
    project.archived = repository.archived;
    if (repository.name !== project.name) {
      call.state.projects.move(project.id, project.owner, repository.name);
    }
    if (branch !== undefined) {
      await project.git.text(["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
    }
    return json(await shownTo(call, project));
  },

  "DELETE /repos/{owner}/{repo}": async (call) => {
    const { project } = await repositoryOf(call);
    const told = await call.emulated("DELETE", `/repos/${project.owner}/${project.name}`);
    if (told.status !== 204) return passed(told);
    call.state.projects.remove(project.id);
    call.state.pulls.forget(project);
    return empty();
  },
};

/** What a fork was made from. */
async function origin(call: Call, project: Project): Promise<object> {
  if (!project.parent) return {};
  const parent = await shownTo(call, project.parent);
  const source = await shownTo(call, sourceOf(project));
  return {
    ...parent && { parent: minimalRepository(parent) },
    ...source && { source: minimalRepository(source) },
  };
}
