import {
  type Call,
  empty,
  json,
  notFound,
  passed,
  type Repository,
  repositoryOf,
  type Routes,
  shownTo,
  signatureOf,
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
    const repository: Repository = JSON.parse(told.text);
    project.archived = repository.archived;
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
  const told = await call.emulated("POST", path, { ...call.body, auto_init: false });
  if (told.status === 404) throw notFound();
  if (told.status !== 201) return passed(told);
  const { id, owner, name, default_branch: branch } = JSON.parse(told.text) as Repository;
  const files = firstFiles(name, call.body);
  const by = signatureOf(call, call.login!);
  const first = Object.keys(files).length > 0
    ? { branch, message: "Initial commit", by, files }
    : undefined;
  const project = call.state.open({ id: Number(id), owner: owner.login, name, first });
  return json(await shownTo(call, project), 201);
}

/** What a new repository is asked to begin with. */
function firstFiles(name: string, body: Call["body"]): Record<string, string> {
  const description = typeof body.description === "string" ? `\n${body.description}\n` : "";
  return body.auto_init === true ? { "README.md": `# ${name}\n${description}` } : {};
}
