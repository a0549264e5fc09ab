import type { State, Token } from "../state/mod.ts";
import { json } from "./answer.ts";

/** A request that was resolved to an operation of the description. */
export interface Call {
  /** Method and path template: `GET /repos/{owner}/{repo}`. */
  route: string;
  method: string;
  /** Values of the template's names, decoded. */
  params: Readonly<Record<string, string>>;
  /** As sent, below the host's own address. */
  url: URL;
  headers: Headers;
  /** The body as sent. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The body parsed, when it was a JSON object; empty otherwise. */
  body: Readonly<Record<string, unknown>>;
  /** Who calls; null without a token, and for an app itself. */
  login: string | null;
  token: Token | null;
  state: State;
}

/** Who looks something up or does something, and where. */
export type Asking = Pick<Call, "state" | "login">;

/** Answers an operation. A {@link Refusal} that is thrown is answered as such. */
export type Handler = (call: Call) => Response | Promise<Response>;

/** Operations by method and path template, exactly as the description writes them. */
export type Routes = Readonly<Record<string, Handler>>;

/** Whether a method changes nothing. */
export const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/** A name in the query of a call; null without it. */
export const asked = ({ url }: Call, name: string): string | null => url.searchParams.get(name);

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
  call: Call,
  list: readonly T[],
  shape: (slice: readonly T[], total: number) => unknown,
): Response {
  const size = clamp(asked(call, "per_page"), 30, 100);
  const page = clamp(asked(call, "page"), 1, Number.MAX_SAFE_INTEGER);
  const last = Math.max(1, Math.ceil(list.length / size));
  const link = (number: number, rel: string) => linkTo(call, { page: String(number) }, rel);
  const links = [
    ...page > 1 ? [link(page - 1, "prev")] : [],
    ...page < last ? [link(page + 1, "next"), link(last, "last")] : [],
    ...page > 1 ? [link(1, "first")] : [],
  ];
  const headers: HeadersInit = links.length === 0 ? {} : { link: links.join(", ") };
  return json(shape(list.slice((page - 1) * size, page * size), list.length), 200, headers);
}

/** As {@link paged}, for an answer that counts the list and holds it under a name. */
export const pagedAs = <T>(
  call: Call,
  name: string,
  list: readonly T[],
  shape: (item: T) => unknown = (item) => item,
  more: object = {},
): Response =>
  pagedIn(
    call,
    list,
    (slice, total_count) => ({ total_count, [name]: slice.map(shape), ...more }),
  );

/**
 * A page that begins at a place of the list, with a `Link` header that leads on by a cursor: the
 * text that `cursorOf` makes of the last entry shown.
 */
export function cursored<T>(
  call: Call,
  list: readonly T[],
  start: number,
  cursorOf: (last: T, end: number) => string,
  shape: (item: T) => unknown = (item) => item,
): Response {
  const end = start + clamp(asked(call, "per_page"), 30, 100);
  const shown = list.slice(start, end);
  const link = () => linkTo(call, { page: null, after: cursorOf(shown.at(-1)!, end) }, "next");
  return json(shown.map(shape), 200, end < list.length ? { link: link() } : {});
}

function linkTo({ url }: Call, query: Record<string, string | null>, rel: string): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value === null) target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  }
  return `<${target}>; rel="${rel}"`;
}

function clamp(given: string | null, otherwise: number, most: number): number {
  const number = Number(given ?? otherwise);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, most) : otherwise;
}
