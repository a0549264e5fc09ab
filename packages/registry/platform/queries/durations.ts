import { createDurations, type Durations } from "@svc/http/metrics";

/** How long statements took, by kind. */
export type QueryDurations = Durations<"kind">;

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.025, 0.1, 0.25, 1, 5] as const;

/** Nothing is counted yet. */
export function createQueryDurations(): QueryDurations {
  return createDurations({
    name: "svc_query_duration_seconds",
    help: "Duration of database statements",
    labels: ["kind"],
    ends: BUCKETS,
  });
}
