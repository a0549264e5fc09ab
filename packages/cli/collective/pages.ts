import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";

/** How many entries a page of a list has. */
const PER_PAGE = 200;

/** Reads a list of the interface to its end, a page at a time. */
export async function readAll<Page extends { nextCursor: string | null }>(
  caller: Caller,
  path: string,
  take: (page: Page) => void,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({
      limit: String(PER_PAGE),
      ...(cursor === null ? {} : { cursor }),
    });
    const page: Page = await callJson<Page>(caller, { path: `${path}?${query}` });
    take(page);
    // A server that repeats itself would be asked for ever.
    cursor = page.nextCursor === cursor ? null : page.nextCursor ?? null;
  } while (cursor !== null);
}
