import type { Octokit } from "npm:@octokit/core@7.0.8";
import type { Answer, Asked } from "./operations.ts";
import { linkTo } from "./page.ts";

/**
 * Operations whose list stands within an object, and under which name. Its place among the object's
 * keys tells nothing: the API puts others before it and adds new ones, also lists.
 */
export const WITHIN = {
  "GET /repos/{owner}/{repo}/actions/runs": "workflow_runs",
  "GET /repos/{owner}/{repo}/actions/workflows": "workflows",
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": "check_runs",
  "GET /repos/{owner}/{repo}/commits/{ref}/status": "statuses",
  "GET /search/code": "items",
  "GET /search/issues": "items",
} as const;

type Answered<Route extends string> = Answer<Route> extends { data: infer Data } ? Data : never;

/** What the list of an operation holds. */
export type Listed<Route extends string> = Answered<Route> extends readonly (infer Item)[] ? Item
  : Route extends keyof typeof WITHIN
    ? Answered<Route> extends Record<typeof WITHIN[Route], readonly (infer Item)[]> ? Item : never
  : never;

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  headers: { link?: string | undefined };
  /** The address that answered. */
  url: string;
}

/** What a client gets that reads lists page by page. */
export interface Paging {
  /**
   * The pages of a list, which is an operation's answer or stands in it. Each is asked for when it is
   * wanted. A repository without a commit has no list to be read (409): its page is empty.
   */
  pages<Route extends string>(
    route: Route,
    parameters?: Asked<Route>,
  ): AsyncIterable<Page<Listed<Route>>>;
}

/** A plugin of the client library: see {@link Paging}. */
export function paging(client: Octokit): Paging {
  return {
    pages<Route extends string>(route: Route, parameters?: Asked<Route>) {
      const { method, url, headers } = client.request.endpoint(route as string, parameters ?? {});
      return {
        [Symbol.asyncIterator]() {
          let next: string | undefined = url;
          return {
            async next(): Promise<IteratorResult<Page<Listed<Route>>, undefined>> {
              if (next === undefined) return { done: true, value: undefined };
              try {
                const answer = await client.request({ method, url: next, headers });
                next = linkTo(answer.headers.link, "next");
                return { value: { ...answer, data: listIn(route, answer.data) } };
              } catch (error) {
                if ((error as { status?: unknown }).status !== 409) throw error;
                const page = { data: [], headers: {}, url: next! };
                next = undefined;
                return { value: page };
              }
            },
          };
        },
      };
    },
  };
}

/** The list of an answer; what is none is told by who takes it. */
function listIn(route: string, data: unknown) {
  // An answer without a body has no entries.
  if (!data) return [];
  const name = Object.hasOwn(WITHIN, route) ? WITHIN[route as keyof typeof WITHIN] : undefined;
  return (name === undefined ? data : (data as Record<string, unknown>)[name]) as never[];
}
