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

const by =
  <M extends OperationRow["method"]>(method: M) =>
  <N extends Need, T extends OperationRow["tag"]>(
    path: OperationRow["path"],
    needs: N,
    tag: T,
  ) => ({ method, path, needs, tag });
const get = by("GET");
const post = by("POST");

/** Every operation, by its key. */
export const OPERATIONS = {
  "service.health": {
    ...get("/health", "open", "service"),
    summary: "Check that the server is up",
  },
  "service.ready": {
    ...get("/ready", "open", "service"),
    summary: "Check that the server accepts work",
  },
  "service.whoami": {
    ...get("/api/v1/whoami", "caller", "service"),
    summary: "Show the account and permissions of the credential",
  },
  "service.openapi": {
    ...get("/api/v1/openapi.json", "open", "service"),
    summary: "Describe this API in OpenAPI 3.1",
  },
  "service.metrics": {
    ...get("/metrics", "caller", "service"),
    summary: "Metrics of the server in the Prometheus format",
    answers: "bytes",
  },
  "types.search": {
    ...get("/api/v1/types", "caller", "types"),
    summary: "Find behavior types of the repository",
  },
  "types.describe": {
    ...get("/api/v1/types/{type}", "caller", "types"),
    summary: "Describe a behavior type",
  },
  "behaviors.search": {
    ...get("/api/v1/behaviors", "caller", "behaviors"),
    summary: "Find behaviors",
  },
  "behaviors.get": {
    ...get("/api/v1/behaviors/{behavior}", "read", "behaviors"),
    summary: "Show a behavior",
  },
  "behaviors.describe": {
    ...get("/api/v1/behaviors/{behavior}/type", "read", "behaviors"),
    summary: "Describe the type of a behavior: methods, arguments, outputs",
  },
  "behaviors.history": {
    ...get("/api/v1/history", "caller", "behaviors"),
    summary: "List ended runs as 'svc behavior history' does",
  },
  "behaviors.output": {
    ...get("/api/v1/history/{output}", "caller", "behaviors"),
    summary: "Show the record of an ended run",
  },
  "behaviors.logs": {
    ...get("/api/v1/history/{output}/log", "caller", "behaviors"),
    summary: "Show the log of an ended run",
  },
  "behaviors.written": {
    ...get("/api/v1/history/{output}/data", "caller", "behaviors"),
    summary: "Show what an ended run wrote",
  },
  "runs.start": {
    ...post("/api/v1/behaviors/{behavior}/methods/{method}/runs", "run", "runs"),
    summary: "Run a method",
  },
  "runs.list": {
    ...get("/api/v1/runs", "caller", "runs"),
    summary: "List runs of this server, newest first",
  },
  "runs.get": {
    ...get("/api/v1/runs/{run}", "readRun", "runs"),
    summary: "Show a run: its progress, result or error",
  },
  "runs.events": {
    ...get("/api/v1/runs/{run}/events", "readRun", "runs"),
    summary: "Follow a run: its log and events as they come",
    answers: "events",
  },
  "runs.cancel": {
    ...post("/api/v1/runs/{run}/cancel", "cancelRun", "runs"),
    summary: "Cancel a run",
  },
  "data.list": {
    ...get("/api/v1/data", "caller", "data"),
    summary: "List data of all behaviors",
  },
  "data.query": {
    ...post("/api/v1/data/query", "caller", "data"),
    summary: "Query data with an expression",
  },
  "data.search": {
    ...get("/api/v1/data/search", "caller", "data"),
    summary: "Search data",
  },
  "data.listOf": {
    ...get("/api/v1/behaviors/{behavior}/data", "read", "data"),
    summary: "List the data of a behavior",
  },
  "data.get": {
    ...get("/api/v1/behaviors/{behavior}/data/{name}", "read", "data"),
    summary: "Show data with its content",
  },
  "data.content": {
    ...get("/api/v1/behaviors/{behavior}/data/{name}/content", "read", "data"),
    summary: "Download the content of data unchanged",
    answers: "bytes",
  },
  "data.versions": {
    ...get("/api/v1/behaviors/{behavior}/data/{name}/versions", "read", "data"),
    summary: "List the versions of data",
  },
  "data.verify": {
    ...get("/api/v1/behaviors/{behavior}/data/{name}/verification", "read", "data"),
    summary: "Verify where data comes from: its run, extension, consent and commit",
  },
  "reports.list": {
    ...get("/api/v1/reports", "caller", "reports"),
    summary: "List reports",
  },
  "reports.get": {
    ...get("/api/v1/reports/{report}", "caller", "reports"),
    summary: "Show a report",
  },
  "schedules.list": {
    ...get("/api/v1/schedules", "caller", "runs"),
    summary: "List schedules, with the next run of each",
  },
  "schedules.pause": {
    ...post("/api/v1/schedules/{schedule}/pause", "runSchedule", "runs"),
    summary: "Pause a schedule",
  },
  "schedules.resume": {
    ...post("/api/v1/schedules/{schedule}/resume", "runSchedule", "runs"),
    summary: "Resume a paused schedule",
  },
  "schedules.run": {
    ...post("/api/v1/schedules/{schedule}/runs", "runSchedule", "runs"),
    summary: "Run a schedule's method now",
  },
  "webhooks.list": {
    ...get("/api/v1/webhooks", "caller", "runs"),
    summary: "List webhooks, with the last delivery of each",
  },
  "webhooks.deliveries": {
    ...get("/api/v1/webhooks/{webhook}/deliveries", "readWebhook", "runs"),
    summary: "List the last deliveries of a webhook, with the reason of a refusal",
  },
} as const satisfies Record<string, OperationRow>;

/** The key of an operation. */
export type OperationKey = keyof typeof OPERATIONS;
