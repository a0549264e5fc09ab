import {
  type Call,
  empty,
  json,
  loggedIn,
  notFound,
  paged,
  Refusal,
  type Routes,
  userOf,
} from "../call/mod.ts";
import type { Account } from "../state/mod.ts";

/** Users and organizations. Who is not a member of one sees its public members. */
export const accountRoutes: Routes = {
  "GET /user": (call) => profile(call, loggedIn(call)),

  "GET /users/{username}": (call) => profile(call, call.params.username!),

  "GET /user/orgs": (call) => organizations(call, loggedIn(call)),

  "GET /users/{username}/orgs": (call) => organizations(call, call.params.username!),

  "GET /orgs/{org}": (call) => json(organizationShape(call, organizationOf(call))),

  "GET /orgs/{org}/members": (call) => {
    const org = organizationOf(call);
    const role = call.url.searchParams.get("role") ?? "all";
    const seen = [...org.members].filter(([login, own]) =>
      (role === "all" || role === own) &&
      (org.members.has(call.login ?? "") || org.publicMembers.has(login))
    );
    return paged(call, seen, ([login]) => userOf(call, login));
  },

  "GET /orgs/{org}/members/{username}": (call) => {
    if (!organizationOf(call).members.has(call.params.username!)) throw notFound();
    return empty();
  },

  "PUT /orgs/{org}/public_members/{username}": (call) => {
    const org = organizationOf(call);
    const login = call.params.username!;
    if (call.login !== login || !org.members.has(login)) {
      throw new Refusal(403, "You can only make your own membership public");
    }
    org.publicMembers.add(login);
    return empty();
  },

  "GET /user/memberships/orgs/{org}": (call) => {
    const org = organizationOf(call);
    const role = org.members.get(loggedIn(call));
    if (role === undefined) throw notFound();
    const organization = organizationShape(call, org);
    return json({
      url: `${organization.url}/memberships/${call.login}`,
      state: "active",
      role,
      organization_url: organization.url,
      organization,
      user: userOf(call, call.login),
    });
  },
};

function profile(call: Call, login: string): Response {
  const user = userOf(call, login);
  if (user === null) throw notFound();
  return json({ ...user, name: user.type === "User" ? user.login : null });
}

function organizationOf({ state, params }: Call): Account {
  const found = state.people.find(params.org!);
  if (found?.kind !== "Organization") throw notFound();
  return found;
}

const organizations = (call: Call, login: string) =>
  paged(call, call.state.people.organizationsOf(login), (one) => organizationShape(call, one));

const organizationShape = ({ state }: Call, { login, id }: Account) => ({
  login,
  id,
  url: `${state.base}/orgs/${login}`,
  type: "Organization",
});
