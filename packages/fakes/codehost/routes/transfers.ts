import { json, passed, repositoryOf, type Routes } from "../call/mod.ts";

/** A repository moves to another account. Its old address redirects. */
export const transferRoutes: Routes = {
  "POST /repos/{owner}/{repo}/transfer": async (call) => {
    const { project } = await repositoryOf(call);
    const path = `/repos/${project.owner}/${project.name}`;
    const told = await call.emulated("POST", `${path}/transfer`, call.body);
    if (told.status !== 200) return passed(told);
    const { owner, name, ...rest } = JSON.parse(told.text);
    call.state.projects.move(project.id, owner.login, name);
    return json({ ...rest, owner, name }, 202);
  },
};
