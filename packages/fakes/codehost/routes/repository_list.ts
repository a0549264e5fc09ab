import { type Call, paged, type Repository } from "../call/mod.ts";

/** How a list is sorted unless asked otherwise. */
type Order = "created" | "full_name";

/** A page of repositories, of the kind and in the order that a call asks for. */
export function pageOfRepositories(
  call: Call,
  list: readonly Repository[],
  order: Order,
): Response {
  const asked = call.url.searchParams;
  const kinds = [asked.get("type") ?? "all", asked.get("visibility") ?? "all"];
  const kept = list.filter((one) => kinds.every((kind) => KINDS[kind]?.(one) ?? true));
  return paged(call, sorted(asked, kept, order));
}

const KINDS: Readonly<Record<string, (repository: Repository) => boolean>> = {
  public: (one) => !one.private,
  private: (one) => one.private,
  forks: (one) => one.fork,
  sources: (one) => !one.fork,
};

/** Names are sorted upwards, times downwards, unless asked otherwise. */
function sorted(asked: URLSearchParams, list: Repository[], order: Order): Repository[] {
  const sort = asked.get("sort") ?? order;
  const key = (one: Repository) =>
    sort === "full_name" ? one.full_name.toLowerCase() : one[`${sort as "created"}_at`];
  const upwards = (asked.get("direction") ?? (sort === "full_name" ? "asc" : "desc")) === "asc";
  return list.toSorted((a, b) =>
    (key(a).localeCompare(key(b)) || Number(a.id) - Number(b.id)) * (upwards ? 1 : -1)
  );
}
