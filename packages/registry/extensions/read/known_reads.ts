import { clientAddress } from "../../http/address.ts";
import type { Environment } from "../../http/environment.ts";
import type { Services } from "../../services.ts";
import { addressOf, sendPrepared } from "./answer.ts";

const ANONYMOUS = { kind: "anonymous" } as const;

/**
 * Answers a read that was answered before and did not change since, ahead of the router: for
 * callers without any credential, of public extensions only, within the same rate limit.
 * Undefined for everything else, which then takes the whole way, refusals included.
 */
export function knownReads(
  services: Services,
): (request: Request, bindings: Environment["Bindings"] | undefined) => Response | undefined {
  const { publicReads, auth, config } = services;
  return (request, bindings) => {
    // Where events are collected, every request takes the way on which they are.
    if (request.method !== "GET" || services.telemetry !== undefined) return undefined;
    const answer = publicReads.at(addressOf(request.url));
    if (!answer || hasCredential(request.headers)) return undefined;
    try {
      auth.limits.address(clientAddress(request, bindings?.remoteAddress, config.trustedProxies));
    } catch {
      return undefined;
    }
    return sendPrepared(answer, request, ANONYMOUS);
  };
}

function hasCredential(headers: Headers): boolean {
  return headers.has("authorization") || headers.has("x-api-key") || headers.has("cookie");
}
