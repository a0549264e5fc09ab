import type { App } from "@svc/http/edge";
import { ResolveQuery, subjectOf } from "../identity/endpoints.ts";
import { checked } from "@svc/http/input";
import type { Services } from "../../access/services.ts";
import { accessGrant } from "./access_token.ts";

/**
 * Lets a serve instance resolve a username with the OAuth access token it holds (reference wire
 * 1.7): the one thing of the interface such a token opens. Comes before the endpoints, which take
 * the registry's own credentials.
 */
export function mountResolveUser(app: App, services: Services): void {
  app.get("/api/auth/resolve-user", async (context, next) => {
    const { db, auth, now } = services;
    const grant = await accessGrant(db, context.req.raw.headers, now());
    if (grant === undefined) return await next();
    await auth.limits.address(context.get("address"));
    const { username } = checked(ResolveQuery, context.req.query(), "query");
    return context.json(await subjectOf(db, username), 200, { "cache-control": "no-store" });
  });
}
