import {
  type Call,
  empty,
  fullRepository,
  json,
  notFound,
  passed,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";

/** Repositories themselves: made, changed, renamed, deleted. */
export const repositoryRoutes: Routes = {
  "GET /repos/{owner}/{repo}": async (call) => json((await repositoryOf(call)).repository),
  "POST /user/repos": (call) => created(call, "/user/repos"),
  "POST /orgs/{org}/repos": (call) => created(call, `/orgs/${call.params.org}/repos`),

  "PATCH /repos/{owner}/{repo}": async (call) => {
    const { project } = await repositoryOf(call);
    const told = await call.emulated("PATCH", `/repos/${project.owner}/${project.name}`, call.body);
    if (told.status !== 200) return passed(told);
    const repository = fullRepository(JSON.parse(told.text));
    if (repository.name !== project.name) {
      call.state.projects.move(project.id, project.owner, repository.name);
    }
    return json(repository);
  },

  "DELETE /repos/{owner}/{repo}": async (call) => {
    const { project } = await repositoryOf(call);
    const told = await call.emulated("DELETE", `/repos/${project.owner}/${project.name}`);
    if (told.status !== 204) return passed(told);
    call.state.projects.remove(project.id);
    return empty();
  },
};

async function created(call: Call, path: string): Promise<Response> {
  const told = await call.emulated("POST", path, call.body);
  if (told.status === 404) throw notFound();
  if (told.status !== 201) return passed(told);
  const repository = fullRepository(JSON.parse(told.text));
  const { owner, name } = repository;
  call.state.projects.add({ id: Number(repository.id), owner: owner.login, name });
  return json(repository, 201);
}
