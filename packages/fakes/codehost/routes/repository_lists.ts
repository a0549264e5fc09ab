import {
  asked,
  type Call,
  invalid,
  loggedIn,
  notFound,
  paged,
  type Repository,
  type Routes,
} from "../call/mod.ts";
import type { Project } from "../state/mod.ts";
import { shownAll } from "./repositories.ts";

/** Repositories by who owns them or has a part in them. */
export const repositoryListRoutes: Routes = {
  "GET /orgs/{org}/repos": (call) =>
    pageOfRepositories(call, shownAll(call, ownedBy(call, call.params.org!)), "created"),

  // Also of the caller themselves only what everyone sees.
  "GET /users/{username}/repos": (call) => {
    const seen = shownAll(call, ownedBy(call, call.params.username!));
    return pageOfRepositories(call, seen.filter((one) => !one.private), "full_name");
  },

  "GET /user/repos": (call) => {
    const login = loggedIn(call);
    const { projects, people } = call.state;
    const kinds: Readonly<Record<string, () => readonly Project[]>> = {
      owner: () => ownedBy(call, login),
      organization_member: () =>
        people.organizationsOf(login).flatMap((one) => ownedBy(call, one.login)),
      collaborator: () => projects.all().filter(({ collaborators }) => collaborators.has(login)),
    };
    const wanted = affiliationsAsked(call).flatMap((kind) => kinds[kind.trim()]?.() ?? []);
    return pageOfRepositories(call, shownAll(call, wanted), "full_name");
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

function ownedBy({ state }: Call, login: string): readonly Project[] {
  if (!state.people.find(login)) throw notFound();
  return state.projects.all().filter(({ owner }) => owner.toLowerCase() === login.toLowerCase());
}

/** A page of repositories, of the kind and in the order that a call asks for. */
function pageOfRepositories(
  call: Call,
  list: readonly Repository[],
  order: "created" | "full_name",
): Response {
  const kinds = [asked(call, "type") ?? "all", asked(call, "visibility") ?? "all"];
  const kept = list.filter((one) => kinds.every((kind) => KINDS[kind]?.(one) ?? true));
  // Names are sorted upwards, times downwards, unless asked otherwise.
  const sort = asked(call, "sort") ?? order;
  const upwards = (asked(call, "direction") ?? (sort === "full_name" ? "asc" : "desc")) === "asc";
  const key = (one: Repository) =>
    sort === "full_name" ? one.full_name.toLowerCase() : one[`${sort as "created"}_at`];
  const sorted = kept.toSorted((a, b) =>
    (key(a).localeCompare(key(b)) || Number(a.id) - Number(b.id)) * (upwards ? 1 : -1)
  );
  return paged(call, sorted);
}

const KINDS: Readonly<Record<string, (repository: Repository) => boolean>> = {
  public: (one) => !one.private,
  private: (one) => one.private,
  forks: (one) => one.fork,
  sources: (one) => !one.fork,
};
