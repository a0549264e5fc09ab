import { json, notFound, passed, type Routes } from "../call/mod.ts";

/** Users and organisations, where the emulator keeps them apart and the platform does not. */
export const ownerRoutes: Routes = {
  "GET /users/{username}": async (call) => {
    const told = await call.emulated("GET", `/users/${call.params.username}`);
    if (told.status !== 404) return passed(told);
    const org = await call.emulated("GET", `/orgs/${call.params.username}`);
    if (org.status !== 200) throw notFound();
    return json(asUser(call.state.base, JSON.parse(org.text)));
  },

  "GET /orgs/{org}": async (call) => {
    const told = await call.emulated("GET", `/orgs/${call.params.org}`);
    if (told.status !== 200) return passed(told);
    const org = Object.entries(JSON.parse(told.text)).filter(([key, value]) =>
      !TEXTS.has(key) || (value !== null && value !== "")
    );
    return json({ archived_at: null, ...Object.fromEntries(org) });
  },
};

/** What the platform leaves out of an organisation that did not say it. */
const TEXTS: ReadonlySet<string> = new Set(["name", "company", "blog", "location", "email"]);

/** An organisation in the form of a user. */
function asUser(base: string, org: Record<string, unknown>): Record<string, unknown> {
  const url = `${base}/users/${org.login}`;
  return {
    login: org.login,
    id: org.id,
    node_id: org.node_id,
    avatar_url: org.avatar_url,
    gravatar_id: "",
    url,
    html_url: `${base}/${org.login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: "Organization",
    site_admin: false,
    name: org.name ?? null,
    company: null,
    blog: "",
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: org.public_repos ?? 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: org.created_at,
    updated_at: org.updated_at,
  };
}
