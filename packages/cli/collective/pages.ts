import type { z } from "zod";
import type { AnswerShape } from "../client/answer.ts";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";

/** How many entries a page of a list has. */
const PER_PAGE = 200;

/** Reads a list of the interface to its end, a page at a time. */
export async function readAll<S extends z.ZodType<{ nextCursor?: string | null | undefined }>>(
  caller: Caller,
  path: string,
  shape: AnswerShape<S>,
  take: (page: z.infer<S>) => void,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({
      limit: String(PER_PAGE),
      ...(cursor === null ? {} : { cursor }),
    });
    const page: z.infer<S> = await callJson(caller, { path: `${path}?${query}` }, shape);
    take(page);
    // A server that repeats itself would be asked for ever.
    cursor = page.nextCursor === cursor ? null : page.nextCursor ?? null;
  } while (cursor !== null);
}
