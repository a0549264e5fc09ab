import { preparedRefusal } from "@svc/http/edge";
import { clientAddress } from "@svc/http/input";
import type { Bindings, PreparedAnswer, RequestHead } from "@svc/http/listener";
import { ANYONE } from "@svc/core/policy";
import { recallPrincipal } from "../credential/resolve.ts";
import { tellCaller } from "../credential/tell_caller.ts";
import type { Services } from "../services.ts";
import { passesBy } from "./policy.ts";
import { addressOf, replyTo } from "./send.ts";

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
