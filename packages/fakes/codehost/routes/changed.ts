import { type Call, json, paged } from "../call/mod.ts";
import { type Changing, type Ordered, wholeSeconds } from "../state/mod.ts";

/** Those that changed at the time of a call's `since` or later. */
export function changedSince<T extends Changing>({ url }: Call, list: readonly T[]): readonly T[] {
  const since = url.searchParams.get("since");
  if (since === null) return list;
  return list.filter(({ updatedAt }) => Date.parse(updatedAt) >= Date.parse(since));
}

/**
 * What was said in a repository, in the order that a call asks for: by id unless it says `sort`, and
 * then the newest first unless it says `direction`.
 */
export function sortedAsAsked<T extends Changing & { createdAt: string }>(
  call: Call,
  ordered: Ordered<T>,
): readonly T[] {
  const query = call.url.searchParams;
  const since = query.get("since");
  const from = since === null ? 0 : ordered.from(wholeSeconds(since));
  const list = ordered.all().slice(from);
  const sort = query.get("sort");
  if (sort === null) return list.toSorted((a, b) => a.id - b.id);
  const ascending = sort === "updated" ? list : list.toSorted(byCreation);
  return query.get("direction") === "asc" ? ascending : ascending.toReversed();
}

function byCreation(a: Changing & { createdAt: string }, b: Changing & { createdAt: string }) {
  return a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1;
}

/** A page of a list; only what is shown is looked up. */
export async function pageOfShapes<T>(
  call: Call,
  list: readonly T[],
  shape: (item: T) => Promise<object> | object,
): Promise<Response> {
  let shown: readonly T[] = [];
  const { headers } = paged(call, list, (slice) => shown = slice);
  return json(await Promise.all(shown.map(shape)), 200, headers);
}
