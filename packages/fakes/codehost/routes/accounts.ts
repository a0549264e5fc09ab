import { limitedAs } from "../access/mod.ts";
import {
  asked,
  authorOf,
  type Call,
  empty,
  json,
  loggedIn,
  notFound,
  paged,
  pagedAs,
  Refusal,
  type Routes,
  userOf,
} from "../call/mod.ts";
import {
  type Account,
  type Installation,
  reaches,
  type Resource,
  type Token,
} from "../state/mod.ts";
import { GITIGNORES, LICENSES, licenseShape } from "../template/templates.ts";
import { shownAll } from "./repositories.ts";

/** The token that an operation is for; others are refused before it. */
type TokenOf<Kind extends Token["kind"]> = Extract<Token, { kind: Kind }>;

/** Users, organizations and apps, and the host about itself. */
export const accountRoutes: Routes = {
  "GET /meta": () => json({ verifiable_password_authentication: true }),

  // Asking costs nothing.
  "GET /rate_limit": ({ state: { limits }, token }) => {
    if (!limits.enabled) throw new Refusal(404, "Rate limiting is not enabled.");
    const shown = (resource: Resource) => {
      const { limit, used, resetAt } = limits.of(limitedAs(token), resource);
      const remaining = Math.max(0, limit - used);
      return [resource, { limit, used, remaining, reset: Math.ceil(resetAt / 1000) }] as const;
    };
    const all = (["core", "search", "code_search", "graphql"] as const).map(shown);
    return json({ resources: Object.fromEntries(all), rate: all[0]![1] });
  },

  "GET /user": (call) => profile(call, loggedIn(call)),

  "GET /users/{username}": (call) => profile(call, call.params.username!),

  "GET /user/orgs": (call) => {
    const all = call.state.people.organizationsOf(loggedIn(call));
    return paged(call, all, (one) => organizationShape(call, one));
  },

  "GET /orgs/{org}": (call) => json(organizationShape(call, organizationOf(call))),

  // Who is not a member sees the public members.
  "GET /orgs/{org}/members": (call) => {
    const { members, publicMembers } = organizationOf(call);
    const role = asked(call, "role") ?? "all";
    const seen = [...members].filter(([login, own]) =>
      (role === "all" || role === own) &&
      (members.has(call.login ?? "") || publicMembers.has(login))
    );
    return paged(call, seen, ([login]) => userOf(call, login));
  },

  "PUT /orgs/{org}/public_members/{username}": (call) => {
    const { members, publicMembers } = organizationOf(call);
    const login = call.params.username!;
    if (call.login !== login || !members.has(login)) {
      throw new Refusal(403, "You can only make your own membership public");
    }
    publicMembers.add(login);
    return empty();
  },

  "GET /user/memberships/orgs/{org}": (call) => {
    const org = organizationOf(call);
    const role = org.members.get(loggedIn(call));
    if (role === undefined) throw notFound();
    const organization = organizationShape(call, org);
    return json({
      ...{ state: "active", role, organization, user: userOf(call, call.login) },
      url: `${organization.url}/memberships/${call.login}`,
      organization_url: organization.url,
    });
  },

  "GET /app": (call) => {
    const { app } = call.token as TokenOf<"app">;
    const page = `${call.state.base}/apps/${app.slug}`;
    return json({
      ...{ id: app.id, slug: app.slug, node_id: `A_${app.id}`, client_id: app.clientId },
      ...{ owner: authorOf(call, app.owner), name: app.name ?? app.slug },
      ...{ external_url: page, html_url: page },
    });
  },

  "GET /installation/repositories": (call) => {
    const { installation } = call.token as TokenOf<"app-installation">;
    const reached = call.state.projects.all().filter((project) => reaches(installation, project));
    return pagedAs(call, "repositories", shownAll(call, reached), undefined, {
      repository_selection: selectionOf(installation),
    });
  },

  "GET /user/installations": (call) => {
    const { app, installations } = call.token as TokenOf<"app-user">;
    return pagedAs(call, "installations", installations, (one) => {
      const account = authorOf(call, one.account);
      return {
        ...{ id: one.id, app_id: app.id, app_slug: app.slug, client_id: app.clientId, account },
        ...{ target_id: account.id, target_type: account.type },
        repository_selection: selectionOf(one),
        html_url: `${call.state.base}/settings/installations/${one.id}`,
        suspended_by: one.suspended ? account : null,
        suspended_at: one.suspended ? "2026-01-01T00:00:00Z" : null,
      };
    });
  },

  "GET /licenses/{license}": (call) => {
    const found = LICENSES.find(({ key }) => key === call.params.license!.toLowerCase());
    if (!found) throw notFound();
    const year = new Date(call.state.clock.now()).getUTCFullYear();
    return json({
      ...licenseShape(call.state.base, found),
      body: found.text(year, "[fullname]"),
    });
  },

  "GET /gitignore/templates/{name}": (call) => {
    const name = call.params.name!;
    if (!Object.hasOwn(GITIGNORES, name)) throw notFound();
    return json({ name, source: GITIGNORES[name] });
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

const organizationShape = ({ state }: Call, { login, id }: Account) => ({
  ...{ login, id, type: "Organization" },
  url: `${state.base}/orgs/${login}`,
});

const selectionOf = ({ repositories }: Installation) => repositories === "all" ? "all" : "selected";
