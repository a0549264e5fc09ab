import { type Call, empty, json, notFound, paged, Refusal, type Routes } from "../call/mod.ts";
import type { User } from "../call/mod.ts";

/** Members of organisations. Who is none sees those who show themselves. */
export const memberRoutes: Routes = {
  "GET /orgs/{org}/members": async (call) => {
    const org = call.params.org!;
    const role = call.url.searchParams.get("role") ?? "all";
    const isMember = await membership(call, org) !== undefined;
    const all = await members(call, org, role);
    const shown = isMember
      ? all
      : all.filter(({ login }) => call.state.publicMembers.has(org, login));
    return paged(call, shown);
  },

  "PUT /orgs/{org}/public_members/{username}": async (call) => {
    const { org, username } = call.params as { org: string; username: string };
    if (call.login !== username || await membership(call, org) === undefined) {
      throw new Refusal(403, "You can only make your own membership public");
    }
    call.state.publicMembers.show(org, username);
    return empty();
  },

  "GET /user/memberships/orgs/{org}": async (call) => {
    const org = call.params.org!;
    const role = await membership(call, org);
    if (role === undefined) throw notFound();
    const told = await call.emulated("GET", `/orgs/${org}`);
    const organization = JSON.parse(told.text);
    const user = JSON.parse((await call.emulated("GET", "/user")).text);
    return json({
      url: `${call.state.base}/orgs/${org}/memberships/${call.login}`,
      state: "active",
      role,
      organization_url: `${call.state.base}/orgs/${org}`,
      organization,
      user,
    });
  },
};

/** The caller's role in an organisation; undefined for somebody else. */
async function membership(call: Call, org: string): Promise<"admin" | "member" | undefined> {
  for (const role of ["admin", "member"] as const) {
    if ((await members(call, org, role)).some(({ login }) => login === call.login)) return role;
  }
  return undefined;
}

async function members(call: Call, org: string, role: string): Promise<User[]> {
  const told = await call.emulated("GET", `/orgs/${org}/members?per_page=100&role=${role}`);
  if (told.status !== 200) throw notFound();
  return JSON.parse(told.text);
}
