import * as z from "npm:zod@4.6.7";
import { ask } from "../../platform/failure.ts";
import { asList, circle, linkTo, PER_PAGE } from "../../platform/page.ts";
import { apiNumber, apiTime } from "../../platform/subjects/api/parts.ts";
import { type ApiIssue, readIssue } from "../../platform/subjects/from_api.ts";
import type { LedgerRun } from "./run.ts";

/** One page of a list, and whether another one follows. */
export interface ListedPage<Item> {
  items: Item[];
  more: boolean;
}

/** Which issues and pull requests, by the time of their last change. */
export interface IssueList {
  state: "open" | "closed" | "all";
  direction: "asc" | "desc";
  /** Changed at this time or later, in whole seconds of UTC. */
  since?: string;
}

/** A pull request of a list, as far as it tells what to read. */
export type ListedPull = z.infer<typeof listedPull>;

const listedPull = z.object({
  number: apiNumber,
  state: z.enum(["open", "closed"]),
  updated_at: apiTime,
});

/** The list of issues and pull requests, page by page. */
export function listIssues(run: LedgerRun, list: IssueList): AsyncGenerator<ListedPage<ApiIssue>> {
  const route = "GET /repos/{owner}/{repo}/issues";
  const asked = { ...run.name, ...list, sort: "updated", per_page: PER_PAGE } as const;
  return pages(`the issues of ${run.repo}`, run.client.pages(route, asked), readIssue);
}

/** The list of pull requests, page by page. */
export function listPulls(
  run: LedgerRun,
  list: { state: "open" | "all"; sort: "created" | "updated"; direction: "asc" | "desc" },
): AsyncGenerator<ListedPage<ListedPull>> {
  const route = "GET /repos/{owner}/{repo}/pulls";
  const asked = { ...run.name, ...list, per_page: PER_PAGE };
  const listed = run.client.pages(route, asked);
  return pages(`the pull requests of ${run.repo}`, listed, (raw) => listedPull.parse(raw));
}

async function* pages<Item>(
  what: string,
  answers: AsyncIterable<{ data: unknown[]; headers: { link?: string | undefined } }>,
  read: (raw: unknown) => Item,
): AsyncGenerator<ListedPage<Item>> {
  const iterator = answers[Symbol.asyncIterator]();
  const links = new Set<string>();
  for (;;) {
    const page = await ask(what, async () => {
      const { value, done } = await iterator.next();
      return done ? null : { items: asList(value.data).map(read), link: value.headers.link };
    });
    if (page === null) return;
    const next = linkTo(page.link, "next");
    if (next !== undefined && links.has(next)) throw circle(what);
    if (next !== undefined) links.add(next);
    yield { items: page.items, more: next !== undefined };
  }
}
