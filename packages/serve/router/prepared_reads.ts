import type { PreparedAnswer } from "@svc/http/listener";
import { OPERATIONS } from "../api/table.ts";
import type { Serving } from "../http/endpoint.ts";
import { isOurHost, type Place } from "./host.ts";

/**
 * Answers a reading that was answered a moment ago, ahead of the router: for callers whose credential is
 * found good at once and who have the same rights. Undefined for everything else, which then takes the
 * whole way, refusals included.
 */
export function preparedReads(
  { credentials, reads, metrics }: Serving,
  place: Place,
): PreparedAnswer {
  let ours: string | undefined;
  return (request) => {
    if (request.method !== "GET") return undefined;
    const began = performance.now();
    const { url } = request;
    const address = url.slice(0, url.indexOf("/", url.indexOf("://") + 3));
    if (address !== ours) {
      const named = URL.parse(url);
      if (named === null || !isOurHost(named.hostname, place)) return undefined;
      ours = address;
    }
    const caller = credentials.atOnce?.(request);
    const found = caller && reads.prepared(request, caller);
    if (found === undefined) return undefined;
    metrics.answered({
      operation: found.key,
      class: OPERATIONS[found.key].tag,
      status: found.reply.status,
      seconds: (performance.now() - began) / 1000,
    });
    return found.reply;
  };
}
