import { type Call, empty, notFound, Refusal, repositoryOf, type Routes } from "../call/mod.ts";

/** The caller's stars, which the emulator does not know. */
export const starRoutes: Routes = {
  "GET /user/starred/{owner}/{repo}": async (call) => {
    const { login, id } = await starOf(call);
    if (!call.state.stars.has(id, login)) throw notFound();
    return empty();
  },
  "PUT /user/starred/{owner}/{repo}": async (call) => {
    const { login, id } = await starOf(call);
    call.state.stars.add(id, login);
    return empty();
  },
  "DELETE /user/starred/{owner}/{repo}": async (call) => {
    const { login, id } = await starOf(call);
    call.state.stars.remove(id, login);
    return empty();
  },
};

async function starOf(call: Call): Promise<{ login: string; id: number }> {
  if (call.login === null) throw new Refusal(401, "Requires authentication");
  return { login: call.login, id: (await repositoryOf(call)).project.id };
}
