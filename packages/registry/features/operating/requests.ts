import { createDurations, type Durations } from "@svc/http/metrics";
import type { Ended } from "@svc/http/listener";
import type { Services } from "../../access/services.ts";

declare module "../../access/services.ts" {
  interface Services {
    /** How long answers took, by route and status. */
    requests: RequestDurations;
    /** How many answers were kept ones, by route. */
    cacheHits: Map<string, number>;
  }
}

/** How long answers took. A route is one of few: a row of the policy table or a mounted pattern. */
export type RequestDurations = Durations<"route" | "status">;

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

/** Characters of a path that a line of the access log holds. */
const LONGEST_PATH = 500;

/** Nothing is counted yet. */
export function createRequestDurations(): RequestDurations {
  return createDurations({
    name: "svc_request_duration_seconds",
    help: "Time from receiving a request to sending its answer",
    labels: ["route", "status"],
    ends: BUCKETS,
  });
}

/** Counts each request that has ended and, where `SVC_ACCESS_LOG` is on, writes a line about it. */
export function followRequests(
  { config, log, requests, cacheHits }: Pick<
    Services,
    "config" | "log" | "requests" | "cacheHits"
  >,
): (exchange: Ended) => void {
  return ({ method, target, status, bytes, milliseconds, record }) => {
    requests.observe([record.route ?? "none", String(status)], milliseconds / 1000);
    // What was ready is sent before a request gets its id.
    if (record.route !== undefined && record.requestId === undefined) {
      cacheHits.set(record.route, (cacheHits.get(record.route) ?? 0) + 1);
    }
    if (!config.accessLog) return;
    log.info("request", {
      method,
      // Without the query: addresses of uploads and links of one use carry their secret there.
      path: target.split(/[?#]/, 1)[0]!.slice(0, LONGEST_PATH),
      route: record.route ?? "none",
      status,
      ms: Math.round(milliseconds * 10) / 10,
      bytes,
      address: record.address,
      caller: record.caller,
      requestId: record.requestId,
    });
  };
}
