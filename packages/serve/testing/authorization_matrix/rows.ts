import type { OperationKey } from "../../api/table.ts";

/**
 * What an operation asks of a caller, written a second time, beside the table, so that a change there
 * is noticed here. In paths stand `{behavior}`, `{run}`, `{output}`, `{schedule}` and `{webhook}` of
 * the target.
 */
export interface MatrixRow {
  line: string;
  /**
   * `anyone`; `lists` for a credential that sees its part; `seeAll` for one that sees every behavior
   * there is or will be; `seeOfType` for one that sees any
   * behavior of the type; else what of the target is needed.
   */
  needs:
    | "anyone"
    | "lists"
    | "seeAll"
    | "see"
    | "run"
    | "seeRun"
    | "endRun"
    | "seeOutput"
    | "seeOfType";
  body?: unknown;
  /** What a caller gets who may; 200 unless said. */
  admitted?: { status: number; code?: string };
}

/** A body that nobody could mean: refused after the policy, and nothing begins. */
const WRONG = { nonsense: true };
const REFUSED = { status: 400, code: "validation_failed" };

/** Every operation. A new row of the table needs one here. */
export const MATRIX: Readonly<Record<OperationKey, MatrixRow>> = {
  "service.health": { line: "GET /health", needs: "anyone" },
  "service.ready": { line: "GET /ready", needs: "anyone" },
  "service.openapi": { line: "GET /api/v1/openapi.json", needs: "anyone" },
  "service.whoami": { line: "GET /api/v1/whoami", needs: "lists" },
  "service.metrics": { line: "GET /metrics", needs: "seeAll" },
  "types.search": { line: "GET /api/v1/types", needs: "lists" },
  "types.describe": { line: "GET /api/v1/types/%40acme%2Fgreeter", needs: "seeOfType" },
  "behaviors.search": { line: "GET /api/v1/behaviors", needs: "lists" },
  "behaviors.get": { line: "GET /api/v1/behaviors/{behavior}", needs: "see" },
  "behaviors.describe": { line: "GET /api/v1/behaviors/{behavior}/type", needs: "see" },
  "behaviors.history": { line: "GET /api/v1/history", needs: "lists" },
  "behaviors.output": { line: "GET /api/v1/history/{output}", needs: "seeOutput" },
  "behaviors.logs": { line: "GET /api/v1/history/{output}/log", needs: "seeOutput" },
  "behaviors.written": { line: "GET /api/v1/history/{output}/data", needs: "seeOutput" },
  "runs.start": {
    line: "POST /api/v1/behaviors/{behavior}/methods/greet/runs",
    needs: "run",
    body: WRONG,
    admitted: REFUSED,
  },
  "runs.list": { line: "GET /api/v1/runs", needs: "lists" },
  "runs.get": { line: "GET /api/v1/runs/{run}", needs: "seeRun" },
  "runs.events": { line: "GET /api/v1/runs/{run}/events", needs: "seeRun" },
  "runs.cancel": {
    line: "POST /api/v1/runs/{run}/cancel",
    needs: "endRun",
    admitted: { status: 202 },
  },
  "data.list": { line: "GET /api/v1/data", needs: "lists" },
  "data.query": {
    line: "POST /api/v1/data/query",
    needs: "lists",
    body: { predicate: "true" },
  },
  "data.search": { line: "GET /api/v1/data/search", needs: "lists" },
  "data.listOf": { line: "GET /api/v1/behaviors/{behavior}/data", needs: "see" },
  "data.get": { line: "GET /api/v1/behaviors/{behavior}/data/main", needs: "see" },
  "data.content": { line: "GET /api/v1/behaviors/{behavior}/data/main/content", needs: "see" },
  "data.verify": { line: "GET /api/v1/behaviors/{behavior}/data/main/verification", needs: "see" },
  "data.versions": { line: "GET /api/v1/behaviors/{behavior}/data/main/versions", needs: "see" },
  "reports.list": { line: "GET /api/v1/reports", needs: "lists" },
  "reports.get": {
    line: "GET /api/v1/reports/@acme%2Fnone",
    needs: "lists",
    admitted: { status: 404, code: "report_not_found" },
  },
  "schedules.list": { line: "GET /api/v1/schedules", needs: "lists" },
  "schedules.pause": { line: "POST /api/v1/schedules/{schedule}/pause", needs: "endRun" },
  "schedules.resume": { line: "POST /api/v1/schedules/{schedule}/resume", needs: "endRun" },
  "schedules.run": {
    line: "POST /api/v1/schedules/{schedule}/runs",
    needs: "endRun",
    admitted: { status: 400, code: "unknown_argument" },
  },
  "webhooks.list": { line: "GET /api/v1/webhooks", needs: "lists" },
  "webhooks.deliveries": { line: "GET /api/v1/webhooks/{webhook}/deliveries", needs: "seeRun" },
};
