import { ERROR_CODES, type ErrorCode } from "@svc/core/error";
import { z } from "zod";
import { TRIGGERS } from "../../runs/run.ts";

const time = z.string().describe("ISO 8601, UTC");

const name = z.string().min(1).max(512);
const names = z.array(name).max(100);

/** How a method is to be run. */
export const SETTINGS = z.strictObject({
  timeoutMs: z.int().min(1).optional()
    .describe("Milliseconds; the server's own limit bounds it"),
  memoryMb: z.int().min(1).optional()
    .describe("Megabytes; the server's own limit bounds it"),
  tags: z.record(z.string().min(1).max(512), z.string().max(4096)).optional()
    .describe("Tags on the data that it writes"),
  checks: z.strictObject({
    skip: names.optional(),
    skipLabels: names.optional(),
    skipAll: z.boolean().optional(),
  }).optional().describe("Checks left out, by name or label"),
  reports: z.strictObject({
    skipAll: z.boolean().optional(),
    skip: names.optional(),
    skipLabels: names.optional(),
    only: names.optional(),
    onlyLabels: names.optional(),
  }).optional().describe("Reports left out, by name or label"),
}).meta({ id: "RunSettings" });

/** How far a run is. */
export const STATUS = z.enum([
  "queued",
  "running",
  "succeeded",
  "failed",
  "cancelled",
  "interrupted",
]);

const ERROR = z.object({
  error: z.string(),
  code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
  hint: z.string().optional(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).readonly().optional(),
  grants: z.array(z.string()).readonly().optional(),
});

const summary = {
  id: z.string().describe("UUID, version 7"),
  behavior: z.string(),
  method: z.string(),
  status: STATUS,
  trigger: z.enum(TRIGGERS),
  initiatedBy: z.string(),
  queuedAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  outputId: z.string().nullable().describe("Of the record in the repository"),
};

/** A run in a list. */
export const RUN_SUMMARY = z.object({
  ...summary,
  error: ERROR.nullable(),
}).meta({ id: "RunSummary" });

const RESULT = z.object({
  modelId: z.string(),
  modelName: z.string(),
  modelType: z.string(),
  methodName: z.string(),
  status: z.literal("succeeded"),
  duration: z.number().describe("Milliseconds"),
  outputId: z.string(),
  logFile: z.string().describe("Relative to the repository on the server"),
  dataArtifacts: z.array(z.object({
    id: z.string(),
    name: z.string(),
    path: z.string().describe("Relative to the repository on the server"),
    attributes: z.unknown().optional(),
  })),
  reports: z.record(
    z.string(),
    z.object({
      name: z.string(),
      scope: z.enum(["method", "model", "workflow"]),
      success: z.boolean(),
      markdown: z.string(),
      json: z.unknown().describe("An object or a list"),
      error: z.string().optional(),
    }),
  ).optional(),
  warnings: z.array(z.string()).readonly().optional()
    .describe("What it warned of; the log has all that it said"),
  globalArguments: z.record(z.string(), z.unknown()),
  methodArguments: z.record(z.string(), z.unknown()),
  initiatedBy: z.string(),
}).meta({ id: "RunResult" });

/** A run. */
export const RUN = z.object({
  ...summary,
  result: RESULT.nullable().describe("What 'svc behavior run --json' prints"),
  resultNote: z.string().nullable().describe("What was left out of a result that is too large"),
  error: ERROR.nullable(),
}).meta({ id: "Run" });

/** Parameters of a path about a run. */
export const RUN_PARAMS = z.object({ run: z.string() });
