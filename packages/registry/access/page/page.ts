import type { Context } from "hono";
import type { PrincipalUser } from "../credential/principal.ts";
import { resolvePrincipal } from "../credential/resolve.ts";
import type { Environment } from "../../platform/http/environment.ts";
import { MOST_UNREAD, type Viewer } from "../../platform/web/layout/viewer.ts";
import { htmlResponse, type Rendered } from "./html_response.ts";
import { errorPage } from "./error_page.ts";
import type { Site, Visit } from "./visit.ts";

/** Answers visits of one address. */
export type PageHandler = (visit: Visit) => Promise<Rendered | Response> | Rendered | Response;

/** A route handler from a page's handler: knows the visitor, renders, turns refusals into pages. */
export function page(
  site: Site,
  handler: PageHandler,
): (context: Context<Environment>) => Promise<Response> {
  return async (context) => {
    let visit: Visit | undefined;
    try {
      visit = await visitOf(site, context);
      return answer(await handler(visit));
    } catch (error) {
      return await errorPage(site, context, visit, error);
    }
  };

  async function answer(result: Rendered | Response): Promise<Response> {
    if (result instanceof Response) return result;
    return await htmlResponse(result);
  }
}

async function viewerOf(site: Site, { id, username }: PrincipalUser): Promise<Viewer> {
  return { username, unread: await site.unread(id, MOST_UNREAD) };
}

async function visitOf(site: Site, context: Context<Environment>): Promise<Visit> {
  const { services } = site;
  services.auth.limits.address(context.get("address"));
  const url = new URL(context.req.url);
  const cookie = context.req.header("cookie");
  const principal = await resolvePrincipal(
    services.auth.resolver,
    new Headers(cookie === undefined ? {} : { cookie }),
  );
  services.auth.limits.principal(principal);
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
