import { isSvcError } from "@svc/core/error";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Environment } from "@svc/http/edge";
import type { Principal } from "../credential/principal.ts";
import { recallPrincipal, resolvePrincipal } from "../credential/resolve.ts";
import type { Services } from "../services.ts";
import { distinctId } from "../telemetry/distinct.ts";

const RATE_LIMITED = 429;

/**
 * Tells the sink of each request under `/api/`, once it is answered or refused. Without a sink it
 * does nothing.
 */
export function countRequests(services: Services): MiddlewareHandler<Environment> {
  const { telemetry } = services;
  if (telemetry === undefined) return (_context, next) => next();
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (context.get("distinctId") === undefined) {
      const principal = status === RATE_LIMITED
        // One that is over its rate costs no look-up.
        ? recallPrincipal(services.auth.resolver, context.req.raw.headers) ?? ANONYMOUS
        : await callerOf(services, context);
      await noteCaller(services, context, principal);
    }
    telemetry({
      distinctId: context.get("distinctId")!,
      route: context.get("policyRow") ?? routePath(context, -1),
      status,
    });
  };
}

/**
 * Notes whom a request is counted as, by the principal it was let in with; for handlers that may
 * end the credential, so that it could not be found afterwards.
 */
export async function noteCaller(
  { telemetry }: Pick<Services, "telemetry">,
  context: Context<Environment>,
  principal: Principal,
): Promise<void> {
  if (telemetry === undefined) return;
  const { headers } = context.req.raw;
  context.set("distinctId", await distinctId(principal, headers, context.get("address")));
}

/** The principal behind a request; anonymous for a credential that is not good. */
export async function callerOf(
  { auth }: Pick<Services, "auth">,
  context: Context<Environment>,
): Promise<Principal> {
  try {
    return await resolvePrincipal(auth.resolver, context.req.raw.headers);
  } catch (error) {
    if (isSvcError(error)) return ANONYMOUS;
    throw error;
  }
}

const ANONYMOUS: Principal = { kind: "anonymous" };
