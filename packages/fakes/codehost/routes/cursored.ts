import { type Call, json } from "../call/mod.ts";

/**
 * One page of a list that the platform pages by cursor alone: `after` is what the `Link` header of the
 * page before gave, and there is no page number. `per_page` is 30 unless asked for, at most 100.
 */
export function cursored<T>({ url }: Call, list: readonly T[]): Response {
  const size = Math.min(Number(url.searchParams.get("per_page") ?? 30), 100);
  const after = url.searchParams.get("after");
  const start = after === null ? 0 : placeOf(after);
  const end = start + size;
  if (end >= list.length) return json(list.slice(start));
  const next = new URL(url);
  next.searchParams.set("after", cursorOf(end));
  return json(list.slice(start, end), 200, { link: `<${next}>; rel="next"` });
}

/** A cursor is not to be read or made up by a client, so it does not look like a number. */
function cursorOf(place: number): string {
  return btoa(`cursor:v1:${place}`);
}

function placeOf(cursor: string): number {
  return Number(atob(cursor).split(":")[2]);
}
