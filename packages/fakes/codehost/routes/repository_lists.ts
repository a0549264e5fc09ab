import {
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
import { found } from "./search.ts";

/** Repositories by who owns them or has a part in them, and those that a search finds. */
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

  "GET /search/repositories": (call) => {
    const asked = call.url.searchParams;
    const list = shownAll(call, call.state.projects.all()).filter(wantedBy(asked.get("q") ?? ""));
    const sign = asked.get("order") === "asc" ? 1 : -1;
    const sorted = asked.get("sort") === "stars"
      ? list.toSorted((a, b) => sign * (a.stargazers_count - b.stargazers_count))
      : list;
    return found(call, sorted.map((one) => ({ score: 1, ...one })), {});
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
  const asked = call.url.searchParams;
  const kinds = [asked.get("type") ?? "all", asked.get("visibility") ?? "all"];
  const kept = list.filter((one) => kinds.every((kind) => KINDS[kind]?.(one) ?? true));
  // Names are sorted upwards, times downwards, unless asked otherwise.
  const sort = asked.get("sort") ?? order;
  const upwards = (asked.get("direction") ?? (sort === "full_name" ? "asc" : "desc")) === "asc";
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

/** Whether a repository is one that a query's qualifiers and words ask for. */
function wantedBy(query: string): (repository: Repository) => boolean {
  if (query.trim() === "") throw invalid([{ resource: "Search", field: "q", code: "missing" }]);
  const tests = (query.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((token) => {
    const [, name, value] = /^(\w+):"?([^"]+)"?$/.exec(token) ?? [];
    if (name === undefined) return (one: Repository) => one.full_name.includes(token);
    const test = QUALIFIERS[name]?.(value!);
    if (test === undefined) throw new Error(`the stand-in does not read '${token}' of a search`);
    return test;
  });
  return (repository) => tests.every((test) => test(repository));
}

const QUALIFIERS: Readonly<
  Record<string, (value: string) => ((repository: Repository) => boolean) | undefined>
> = {
  created(value) {
    const [, since] = /^>=(\d{4}-\d{2}-\d{2})$/.exec(value) ?? [];
    return since === undefined ? undefined : (one) => one.created_at >= since;
  },
  stars(value) {
    const [, least] = /^>=(\d+)$/.exec(value) ?? [];
    return least === undefined ? undefined : (one) => one.stargazers_count >= Number(least);
  },
  language: (value) => (one) => one.language?.toLowerCase() === value.toLowerCase(),
  user: (value) => (one) => one.owner.login === value,
  org: (value) => (one) => one.owner.login === value,
  topic: (value) => (one) => one.topics?.includes(value) ?? false,
};
