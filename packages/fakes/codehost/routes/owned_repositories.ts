import {
  type Call,
  invalid,
  notFound,
  Refusal,
  type Repository,
  type Routes,
  shownTo,
} from "../call/mod.ts";
import type { Project } from "../state/mod.ts";
import { pageOfRepositories } from "./repository_list.ts";

/** Repositories by who owns them or has a part in them. */
export const ownedRepositoryRoutes: Routes = {
  "GET /orgs/{org}/repos": async (call) => {
    const told = await call.emulated("GET", `/orgs/${encodeURIComponent(call.params.org!)}`);
    if (told.status !== 200) throw notFound();
    const seen = await shownAll(call, ownedBy(call, call.params.org!));
    return pageOfRepositories(call, seen, "created");
  },

  // Also of the caller themselves only what everyone sees.
  "GET /users/{username}/repos": async (call) => {
    const { username } = call.params as { username: string };
    const told = await call.emulated("GET", `/users/${encodeURIComponent(username)}`);
    if (told.status !== 200) throw notFound();
    const seen = await shownAll(call, ownedBy(call, username));
    return pageOfRepositories(call, seen.filter((one) => !one.private), "full_name");
  },

  "GET /user/repos": async (call) => {
    if (call.login === null) throw new Refusal(401, "Requires authentication");
    const wanted = affiliationsAsked(call);
    const kinds: Readonly<Record<string, () => Promise<readonly Project[]> | readonly Project[]>> =
      {
        owner: () => ownedBy(call, call.login!),
        organization_member: () => ofOrganizations(call),
        collaborator: () => sharedWith(call),
      };
    const projects: Project[] = [];
    for (const kind of wanted) projects.push(...await kinds[kind.trim()]?.() ?? []);
    const type = call.url.searchParams.get("type");
    const shown = (await shownAll(call, projects))
      .filter((one) => type === "private" ? one.private : type === "public" ? !one.private : true);
    return pageOfRepositories(call, shown, "full_name");
  },
};

/** What the caller has to do with the repositories asked for: by `affiliation`, or by `type`. */
function affiliationsAsked({ url: { searchParams } }: Call): string[] {
  const type = searchParams.get("type");
  if (type !== null && (searchParams.has("affiliation") || searchParams.has("visibility"))) {
    throw invalid([], "If you specify visibility or affiliation, you cannot specify type.");
  }
  if (type === "owner") return ["owner"];
  if (type === "member") return ["collaborator", "organization_member"];
  return (searchParams.get("affiliation") ?? "owner,collaborator,organization_member").split(",");
}

const ownedBy = ({ state }: Call, login: string): readonly Project[] =>
  state.projects.all().filter(({ owner }) => owner.toLowerCase() === login.toLowerCase());

async function ofOrganizations(call: Call): Promise<readonly Project[]> {
  const told = await call.emulated("GET", "/user/orgs?per_page=100");
  const organizations: { login: string }[] = JSON.parse(told.text);
  return organizations.flatMap(({ login }) => ownedBy(call, login));
}

/** The emulator knows who was let into which repository. */
async function sharedWith(call: Call): Promise<readonly Project[]> {
  const told = await call.emulated("GET", "/user/repos?type=member&per_page=100");
  const shared: { id: number }[] = JSON.parse(told.text);
  return shared.map(({ id }) => call.state.projects.byId(id)).filter((one) => one !== undefined);
}

/** What the caller may see of repositories, each once. */
async function shownAll(call: Call, projects: readonly Project[]): Promise<Repository[]> {
  const shown = await Promise.all([...new Set(projects)].map((one) => shownTo(call, one)));
  return shown.filter((one) => one !== undefined);
}
