import type { MiddlewareHandler } from "hono";
import type { Environment } from "@svc/http/edge";
import type { Services } from "../services.ts";
import { sendCached } from "./send.ts";
import { type CachePolicy, isOddlyWritten } from "./policy.ts";
import { asStranger } from "./stranger.ts";

/** Caches the answers of the routes behind it, which never look at who asks. */
export function cacheRoute(
  services: Pick<Services, "responseCache" | "config">,
  route: string,
  policy: CachePolicy,
): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const request = context.req.raw;
    if (request.method !== "GET" && request.method !== "HEAD") return await next();
    const { pathname } = new URL(request.url);
    const key = {
      text: `${route} ${pathname}`,
      free: policy.free === true || isOddlyWritten(pathname),
    };
    const principal = { kind: "anonymous" as const };
    const response = await sendCached(
      services,
      { policy: { ...policy, toAll: true }, key, route, request, principal },
      () =>
        asStranger(services, context, async () => {
          await next();
          return { response: context.res };
        }),
    );
    // A response that is set over another one takes on its headers.
    context.res = undefined;
    context.res = response;
  };
}
