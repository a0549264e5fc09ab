import { empty, passed, type Routes } from "../call/mod.ts";

/** Who may write to a repository. */
export const collaboratorRoutes: Routes = {
  // Nobody is invited here, everybody is let in at once, as members of an organisation are.
  "PUT /repos/{owner}/{repo}/collaborators/{username}": async (call) => {
    const told = await call.emulated("PUT", call.url.pathname, call.body);
    return told.status === 201 || told.status === 204 ? empty() : passed(told);
  },
};
