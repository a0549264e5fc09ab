import { json } from "./answer.ts";
import type { Call } from "./call.ts";

/**
 * One page of a list, with the platform's `Link` header; only what it holds is shaped. `page` counts
 * from 1, `per_page` is 30 unless asked for, at most 100.
 */
export const paged = <T>(
  call: Call,
  list: readonly T[],
  shape: (item: T) => unknown = (item) => item,
): Response => pagedIn(call, list, (slice) => slice.map(shape));

/** As {@link paged}, for an answer that is not the list alone. */
export function pagedIn<T>(
  { url }: Call,
  list: readonly T[],
  shape: (slice: readonly T[], total: number) => unknown,
): Response {
  const size = clamp(url.searchParams.get("per_page"), 30, 100);
  const page = clamp(url.searchParams.get("page"), 1, Number.MAX_SAFE_INTEGER);
  const last = Math.max(1, Math.ceil(list.length / size));
  const link = (number: number, rel: string) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target}>; rel="${rel}"`;
  };
  const links = [
    ...page > 1 ? [link(page - 1, "prev")] : [],
    ...page < last ? [link(page + 1, "next"), link(last, "last")] : [],
    ...page > 1 ? [link(1, "first")] : [],
  ];
  const headers: HeadersInit = links.length === 0 ? {} : { link: links.join(", ") };
  return json(shape(list.slice((page - 1) * size, page * size), list.length), 200, headers);
}

function clamp(given: string | null, otherwise: number, most: number): number {
  const number = Number(given ?? otherwise);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, most) : otherwise;
}
