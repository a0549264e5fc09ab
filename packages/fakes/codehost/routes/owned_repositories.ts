import { type Call, notFound, paged, type Repository, type Routes, shownTo } from "../call/mod.ts";

/** The repositories of an organization, which the emulator does not list. */
export const ownedRepositoryRoutes: Routes = {
  "GET /orgs/{org}/repos": async (call) => {
    const org = call.params.org!;
    const told = await call.emulated("GET", `/orgs/${encodeURIComponent(org)}`);
    if (told.status !== 200) throw notFound();
    const owned = call.state.projects.all().filter(({ owner }) =>
      owner.toLowerCase() === org.toLowerCase()
    );
    const seen = (await Promise.all(owned.map((one) => shownTo(call, one)))).filter((one) =>
      one !== undefined
    );
    return paged(call, sorted(call, seen.filter((one) => isOf(call, one))));
  },
};

function isOf(call: Call, repository: Repository): boolean {
  switch (call.url.searchParams.get("type") ?? "all") {
    case "public":
      return !repository.private;
    case "private":
      return repository.private;
    case "forks":
      return repository.fork;
    case "sources":
      return !repository.fork;
    default:
      return true;
  }
}

/** By creation, newest first, unless asked otherwise; names are sorted upwards. */
function sorted(call: Call, list: Repository[]): Repository[] {
  const asked = call.url.searchParams;
  const sort = asked.get("sort") ?? "created";
  const key = (one: Repository) =>
    sort === "full_name" ? one.full_name.toLowerCase() : one[`${sort as "created"}_at`];
  const upwards = (asked.get("direction") ?? (sort === "full_name" ? "asc" : "desc")) === "asc";
  return list.toSorted((a, b) =>
    (key(a).localeCompare(key(b)) || Number(a.id) - Number(b.id)) * (upwards ? 1 : -1)
  );
}
