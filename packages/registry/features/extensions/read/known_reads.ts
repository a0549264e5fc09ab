import { clientAddress } from "../../../platform/http/address.ts";
import type { Environment } from "../../../platform/http/environment.ts";
import type { Services } from "../../../access/services.ts";
import type { Reply } from "../../../platform/http/reply.ts";
import { POLICY } from "@svc/core/policy";
import { recallPrincipal } from "../../../access/credential/resolve.ts";
import { addressOf, preparedReply } from "./answer.ts";
import type {} from "./public_reads.ts";

/** Who may ask for everything that is answered here: info, newest version, versions. */
const READERS: ReadonlySet<string> = new Set(POLICY["extensions.get"].credentials);

/**
 * Answers a read that was answered before and did not change since, ahead of the router: of public
 * extensions only, for callers without a credential or with one that was found good within the last
 * seconds, within the same rate limits. Undefined for everything else, which then takes the whole
 * way, refusals included.
 */
export function knownReads(
  services: Services,
): (request: Request, bindings: Environment["Bindings"] | undefined) => Reply | undefined {
  const { publicReads, auth, config } = services;
  return (request, bindings) => {
    // Where events are collected, every request takes the way on which they are.
    if (request.method !== "GET" || services.telemetry !== undefined) return undefined;
    const answer = publicReads.at(addressOf(request.url));
    if (!answer) return undefined;
    const principal = recallPrincipal(auth.resolver, request.headers);
    if (!principal || !READERS.has(principal.kind)) return undefined;
    try {
      auth.limits.address(clientAddress(request, bindings?.remoteAddress, config.trustedProxies));
      auth.limits.principal(principal);
    } catch {
      return undefined;
    }
    return preparedReply(answer, request, principal);
  };
}
