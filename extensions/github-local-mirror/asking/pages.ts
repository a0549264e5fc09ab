import { PlatformFailure } from "../../platform/failure.ts";
import { linkTo } from "../../platform/link.ts";
import { circle, PER_PAGE } from "../../platform/page.ts";
import type { Answer, Asking } from "./asking.ts";

/** A list that is read whole. */
export interface WholeList {
  items: unknown[];
  /** True when it was cut at its bound. */
  truncated: boolean;
}

/**
 * All entries of a short list, page by page.
 *
 * @throws PlatformFailure `unavailable` for an answer that is not a list, and for one without an end
 */
export async function wholeList(
  asking: Asking,
  what: string,
  route: string,
  parameters: Record<string, unknown>,
  maxPages: number,
): Promise<WholeList> {
  const items: unknown[] = [];
  const links = new Set<string>();
  let answer = await asking.get(what, route, { ...parameters, per_page: PER_PAGE });
  for (let page = 1;; page++) {
    items.push(...listOf(answer, what));
    const next = linkTo(answer.headers.link, "next");
    if (next === undefined) return { items, truncated: false };
    if (page === maxPages) return { items, truncated: true };
    if (links.has(next)) throw circle(what);
    links.add(next);
    answer = await asking.get(what, `GET ${next}`);
  }
}

/**
 * The entries of an answer, not yet looked at.
 *
 * @throws PlatformFailure `unavailable` when it is not a list
 */
export function listOf({ data }: Answer, what: string): unknown[] {
  if (Array.isArray(data)) return data;
  throw new PlatformFailure("unavailable", { what, reason: "the answer is not a list" });
}
