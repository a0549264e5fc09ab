import type { Objective } from "@svc/http/objectives";

/** Reads of extensions that clients do in passing. */
const READS = "extensions.get|extensions.latest|extensions.versions";

/** Every objective. Documentation, rules and dashboard are made from these rows. */
export const OBJECTIVES: readonly Objective[] = [
  {
    key: "availability",
    what: "Requests end without a failure of the server (5xx)",
    target: 0.999,
    // 503 of /readyz is how a server leaves; requests of svc serve have no route.
    badRatio: (window) => {
      const rate = (more: string) =>
        `sum(rate(svc_requests_total{route!~"|service.ready"${more}}[${window}]))`;
      // Without a failure there is no such series.
      return `(${rate(`,status=~"5.."`)} or vector(0)) / ${rate("")}`;
    },
  },
  within("reads", "Reads of an extension are answered within 100 ms", 0.99, READS, "0.1"),
  within("search", "Searches are answered within 100 ms", 0.99, "extensions.search", "0.1"),
  within("publish", "Publications are confirmed within 2.5 s", 0.99, "extensions.confirm", "2.5"),
  {
    key: "freshness",
    what: "Servers hear within a second what other servers change",
    target: 0.999,
    badRatio: (window) => `1 - avg(avg_over_time(svc_store_followed[${window}]))`,
  },
];

/** Answers of some routes that take no longer than the end of a bucket, in seconds. */
function within(key: string, what: string, target: number, routes: string, end: string): Objective {
  const answered = `route=~"${routes}",status=~"[23].."`;
  return {
    key,
    what,
    target,
    badRatio(window) {
      const rate = (part: string, more = "") =>
        `sum(rate(svc_request_duration_seconds_${part}{${answered}${more}}[${window}]))`;
      return `1 - ${rate("bucket", `,le="${end}"`)} / ${rate("count")}`;
    },
  };
}
