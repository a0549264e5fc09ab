import { type Environment, preparedRefusal } from "@svc/http/edge";
import { clientAddress } from "@svc/http/input";
import type { Bindings, PreparedAnswer, RequestHead } from "@svc/http/listener";
import { ANYONE } from "@svc/core/policy";
import { recallPrincipal } from "../credential/resolve.ts";
import { tellCaller } from "../credential/tell_caller.ts";
import type { Services } from "../services.ts";
import { type CachePolicy, isOddlyWritten, passesBy } from "./policy.ts";
import { addressOf, replyTo, sendCached } from "./send.ts";
import type { MiddlewareHandler } from "hono";
import { asStranger } from "./stranger.ts";

/** Who may ask for everything that is the same for all. */
const READERS: ReadonlySet<string> = new Set(ANYONE);

/**
 * Answers what was answered before and has not ended since, ahead of the router: for callers without
 * a credential, or, where all get the same, with one that was found good within the last seconds;
 * within the same rate limits. Whoever is over theirs is refused here, before anything else is done.
 * Undefined for everything else, which then takes the whole way, other refusals included.
 */
export function cachedAnswers(services: Services): PreparedAnswer {
  const { responseCache: answers, auth, config } = services;
  return (request: RequestHead, bindings: Bindings | undefined) => {
    // Where events are collected, every request takes the way on which they are.
    if (services.telemetry !== undefined) return undefined;
    const principal = recallPrincipal(auth.resolver, request.headers);
    if (principal === undefined) return undefined;
    const address = clientAddress(request, bindings?.remoteAddress, config.trustedProxies);
    const tell = (route: string) => {
      if (bindings?.record === undefined) return;
      bindings.record.route = route;
      bindings.record.address = address;
      tellCaller(bindings, principal);
    };
    const wait = auth.limits.wait(principal, address);
    if (wait !== undefined) {
      tell("rate limit");
      return preparedRefusal(wait, /text\/html/.test(request.headers.get("accept") ?? ""));
    }
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const found = answers.at(addressOf(request.url));
    if (found === undefined) return undefined;
    if (principal.kind !== "anonymous" && !(found.policy.toAll && READERS.has(principal.kind))) {
      return undefined;
    }
    if (passesBy(found.policy, request.headers)) return undefined;
    if (!auth.limits.passes(principal, address)) return undefined;
    tell(found.route);
    return replyTo(found, answers.compressor, request, principal);
  };
}

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
