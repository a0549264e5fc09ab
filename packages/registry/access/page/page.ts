import type { Context } from "hono";
import type { PrincipalUser } from "../credential/principal.ts";
import { countedCaller } from "../rate/mod.ts";
import { tellCaller } from "../credential/tell_caller.ts";
import type { Environment } from "@svc/http/edge";
import { MOST_UNREAD, type Viewer } from "../../platform/web/layout/viewer.ts";
import { routePath } from "hono/route";
import { asStranger, type CachePolicy, isOddlyWritten, sendCached } from "../response_cache/mod.ts";
import { htmlResponse } from "./html_response.ts";
import { errorPage } from "./error_page.ts";
import type { Rendered, Site, Visit } from "./visit.ts";

/** Answers visits of one address. */
export type PageHandler = (visit: Visit) => Promise<Rendered | Response> | Rendered | Response;

/** Whether what a stranger sees at a path may be cached; see {@link CachePolicy}. */
export type PageCache = CachePolicy | ((pathname: string) => CachePolicy | undefined);

/**
 * A route handler from a page's handler: knows the visitor, renders, turns refusals into pages.
 *
 * @param cache that what strangers see may be cached; never, unless given
 */
export function page(
  site: Site,
  handler: PageHandler,
  cache?: PageCache,
): (context: Context<Environment>) => Promise<Response> {
  return async (context) => {
    let visit: Visit | undefined;
    try {
      visit = await visitOf(site, context);
      return await cachedPage(visit) ?? await answer(await handler(visit), false);
    } catch (error) {
      return await errorPage(site, context, visit, error);
    }
  };

  async function answer(result: Rendered | Response, forAll: boolean): Promise<Response> {
    if (result instanceof Response) return result;
    return await htmlResponse(result, forAll);
  }

  async function cachedPage(visit: Visit): Promise<Response | undefined> {
    const { context, principal, services, url } = visit;
    const row = typeof cache === "function" ? cache(url.pathname) : cache;
    if (row === undefined || principal.kind !== "anonymous") return undefined;
    const key = {
      text: `page ${visit.frame.here}`,
      // What a plain path names is there; a query can be anything.
      free: row.free === true || url.search !== "" || isOddlyWritten(url.pathname),
    };
    const request = context.req.raw;
    return await sendCached(
      services,
      // A page says who is signed in, so it is never the same for all.
      {
        policy: { ...row, toAll: false },
        key,
        route: routePath(context),
        request,
        principal,
      },
      () =>
        asStranger(services, context, async () => {
          const url = new URL(context.req.url);
          return { response: await answer(await handler({ ...visit, url }), true) };
        }),
    );
  }
}

async function viewerOf(site: Site, { id, username }: PrincipalUser): Promise<Viewer> {
  return { username, unread: await site.unread(id, MOST_UNREAD) };
}

async function visitOf(site: Site, context: Context<Environment>): Promise<Visit> {
  const { services } = site;
  const url = new URL(context.req.url);
  const cookie = context.req.header("cookie");
  const principal = await countedCaller(
    services.auth,
    new Headers(cookie === undefined ? {} : { cookie }),
    context.get("address"),
  );
  tellCaller(context.env, principal);
  const known = principal.kind === "session" ? principal : { kind: "anonymous" as const };
  return {
    site,
    services,
    context,
    url,
    principal: known,
    frame: {
      viewer: known.kind === "session" ? await viewerOf(site, known.user) : undefined,
      here: url.pathname + url.search,
    },
    now: services.now(),
  };
}
