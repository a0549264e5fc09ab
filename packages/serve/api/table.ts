/**
 * What a caller needs for an operation.
 * - `open`: no credential
 * - `caller`: a good credential; the handler leaves out what its rights do not cover
 * - `read`: the behavior of the path may be seen
 * - `run`: the method of the path's behavior may be run
 * - `readRun`: the behavior of the path's run may be seen
 * - `cancelRun`: the method of the path's run may be run
 * - `runSchedule`: the method of the path's schedule may be run
 * - `readWebhook`: the behavior of the path's webhook may be seen
 *
 * What may not be seen is `not_found`, the same as what is not there.
 */
export type Need =
  | "open"
  | "caller"
  | "read"
  | "run"
  | "readRun"
  | "cancelRun"
  | "runSchedule"
  | "readWebhook";

/** One operation of the interface of `svc serve`. Router, guard, OpenAPI, manual, client and tests derive from it. */
export interface OperationRow {
  method: "GET" | "POST" | "DELETE";
  /** Path with `{parameter}`s, each encoded whole as `encodeURIComponent` does. */
  path: `/${string}`;
  needs: Need;
  /** One line, imperative. */
  summary: string;
  /** Chapter of the manual and OpenAPI tag. */
  tag: "behaviors" | "runs" | "data" | "reports" | "types" | "service";
  /** `events`: server-sent events; `bytes`: content as it is; JSON otherwise. */
  answers?: "events" | "bytes";
}

/** Every operation, by its key. */
export const OPERATIONS = {
  "service.health": {
    method: "GET",
    path: "/health",
    needs: "open",
    tag: "service",
    summary: "Check that the server is up",
  },
  "service.ready": {
    method: "GET",
    path: "/ready",
    needs: "open",
    tag: "service",
    summary: "Check that the server accepts work",
  },
  "service.whoami": {
    method: "GET",
    path: "/api/v1/whoami",
    needs: "caller",
    tag: "service",
    summary: "Show the account and permissions of the credential",
  },
  "service.openapi": {
    method: "GET",
    path: "/api/v1/openapi.json",
    needs: "open",
    tag: "service",
    summary: "Describe this API in OpenAPI 3.1",
  },
  "service.metrics": {
    method: "GET",
    path: "/metrics",
    needs: "caller",
    tag: "service",
    summary: "Metrics of the server in the Prometheus format",
    answers: "bytes",
  },
  "types.search": {
    method: "GET",
    path: "/api/v1/types",
    needs: "caller",
    tag: "types",
    summary: "Find behavior types of the repository",
  },
  "types.describe": {
    method: "GET",
    path: "/api/v1/types/{type}",
    needs: "caller",
    tag: "types",
    summary: "Describe a behavior type",
  },
  "behaviors.search": {
    method: "GET",
    path: "/api/v1/behaviors",
    needs: "caller",
    tag: "behaviors",
    summary: "Find behaviors",
  },
  "behaviors.get": {
    method: "GET",
    path: "/api/v1/behaviors/{behavior}",
    needs: "read",
    tag: "behaviors",
    summary: "Show a behavior",
  },
  "behaviors.describe": {
    method: "GET",
    path: "/api/v1/behaviors/{behavior}/type",
    needs: "read",
    tag: "behaviors",
    summary: "Describe the type of a behavior: methods, arguments, outputs",
  },
  "behaviors.history": {
    method: "GET",
    path: "/api/v1/history",
    needs: "caller",
    tag: "behaviors",
    summary: "List ended runs as 'svc behavior history' does",
  },
  "behaviors.output": {
    method: "GET",
    path: "/api/v1/history/{output}",
    needs: "caller",
    tag: "behaviors",
    summary: "Show the record of an ended run",
  },
  "behaviors.logs": {
    method: "GET",
    path: "/api/v1/history/{output}/log",
    needs: "caller",
    tag: "behaviors",
    summary: "Show the log of an ended run",
  },
  "behaviors.written": {
    method: "GET",
    path: "/api/v1/history/{output}/data",
    needs: "caller",
    tag: "behaviors",
    summary: "Show what an ended run wrote",
  },
  "runs.start": {
    method: "POST",
    path: "/api/v1/behaviors/{behavior}/methods/{method}/runs",
    needs: "run",
    tag: "runs",
    summary: "Run a method",
  },
  "runs.list": {
    method: "GET",
    path: "/api/v1/runs",
    needs: "caller",
    tag: "runs",
    summary: "List runs of this server, newest first",
  },
  "runs.get": {
    method: "GET",
    path: "/api/v1/runs/{run}",
    needs: "readRun",
    tag: "runs",
    summary: "Show a run: its progress, result or error",
  },
  "runs.events": {
    method: "GET",
    path: "/api/v1/runs/{run}/events",
    needs: "readRun",
    tag: "runs",
    summary: "Follow a run: its log and events as they come",
    answers: "events",
  },
  "runs.cancel": {
    method: "POST",
    path: "/api/v1/runs/{run}/cancel",
    needs: "cancelRun",
    tag: "runs",
    summary: "Cancel a run",
  },
  "data.list": {
    method: "GET",
    path: "/api/v1/data",
    needs: "caller",
    tag: "data",
    summary: "List data of all behaviors",
  },
  "data.query": {
    method: "POST",
    path: "/api/v1/data/query",
    needs: "caller",
    tag: "data",
    summary: "Query data with an expression",
  },
  "data.search": {
    method: "GET",
    path: "/api/v1/data/search",
    needs: "caller",
    tag: "data",
    summary: "Search data",
  },
  "data.listOf": {
    method: "GET",
    path: "/api/v1/behaviors/{behavior}/data",
    needs: "read",
    tag: "data",
    summary: "List the data of a behavior",
  },
  "data.get": {
    method: "GET",
    path: "/api/v1/behaviors/{behavior}/data/{name}",
    needs: "read",
    tag: "data",
    summary: "Show data with its content",
  },
  "data.content": {
    method: "GET",
    path: "/api/v1/behaviors/{behavior}/data/{name}/content",
    needs: "read",
    tag: "data",
    summary: "Download the content of data unchanged",
    answers: "bytes",
  },
  "data.versions": {
    method: "GET",
    path: "/api/v1/behaviors/{behavior}/data/{name}/versions",
    needs: "read",
    tag: "data",
    summary: "List the versions of data",
  },
  "data.verify": {
    method: "GET",
    path: "/api/v1/behaviors/{behavior}/data/{name}/verification",
    needs: "read",
    tag: "data",
    summary: "Verify where data comes from: its run, extension, consent and commit",
  },
  "reports.list": {
    method: "GET",
    path: "/api/v1/reports",
    needs: "caller",
    tag: "reports",
    summary: "List reports",
  },
  "reports.get": {
    method: "GET",
    path: "/api/v1/reports/{report}",
    needs: "caller",
    tag: "reports",
    summary: "Show a report",
  },
  "schedules.list": {
    method: "GET",
    path: "/api/v1/schedules",
    needs: "caller",
    tag: "runs",
    summary: "List schedules, with the next run of each",
  },
  "schedules.pause": {
    method: "POST",
    path: "/api/v1/schedules/{schedule}/pause",
    needs: "runSchedule",
    tag: "runs",
    summary: "Pause a schedule",
  },
  "schedules.resume": {
    method: "POST",
    path: "/api/v1/schedules/{schedule}/resume",
    needs: "runSchedule",
    tag: "runs",
    summary: "Resume a paused schedule",
  },
  "schedules.run": {
    method: "POST",
    path: "/api/v1/schedules/{schedule}/runs",
    needs: "runSchedule",
    tag: "runs",
    summary: "Run a schedule's method now",
  },
  "webhooks.list": {
    method: "GET",
    path: "/api/v1/webhooks",
    needs: "caller",
    tag: "runs",
    summary: "List webhooks, with the last delivery of each",
  },
  "webhooks.deliveries": {
    method: "GET",
    path: "/api/v1/webhooks/{webhook}/deliveries",
    needs: "readWebhook",
    tag: "runs",
    summary: "List the last deliveries of a webhook, with the reason of a refusal",
  },
} as const satisfies Record<string, OperationRow>;

/** The key of an operation. */
export type OperationKey = keyof typeof OPERATIONS;
