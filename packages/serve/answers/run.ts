import { RunChecks, RunOrigin, RunResult, TimeField } from "@svc/core/answer";
import { ERROR_CODES, type ErrorBody, type ErrorCode } from "@svc/core/error";
import { z } from "zod";
import { RUN_STATUSES, TRIGGERS } from "../api/run.ts";

const name = z.string().min(1).max(512);
const names = z.array(name).max(100);

/** How a method is to be run, as a caller may ask for it; the server's own limits bound all of it. */
export const RunSettings = z.strictObject({
  timeoutMs: z.int().min(1).optional()
    .describe("Milliseconds, up to the limit of the server"),
  memoryMb: z.int().min(1).optional()
    .describe("Megabytes, up to the limit of the server"),
  tags: z.record(z.string().min(1).max(512), z.string().max(4096)).optional()
    .describe("Tags on the data that it writes"),
  checks: z.strictObject({
    skip: names.optional(),
    skipLabels: names.optional(),
    skipAll: z.boolean().optional(),
  }).optional().describe("Checks to skip, by name or label"),
  reports: z.strictObject({
    skipAll: z.boolean().optional(),
    skip: names.optional(),
    skipLabels: names.optional(),
    only: names.optional(),
    onlyLabels: names.optional(),
  }).optional().describe("Reports to skip, by name or label"),
}).meta({ id: "RunSettings" });
export type RunSettings = z.output<typeof RunSettings>;

const ERROR = z.object({
  error: z.string(),
  code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
  hint: z.string().exactOptional(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).readonly().exactOptional(),
  grants: z.array(z.string()).readonly().exactOptional(),
}) satisfies z.ZodType<ErrorBody>;

const summary = {
  id: z.string().describe("UUID, version 7: ids sort by time"),
  behavior: z.string(),
  method: z.string(),
  status: z.enum(RUN_STATUSES),
  trigger: z.enum(TRIGGERS),
  initiatedBy: z.string(),
  queuedAt: TimeField,
  startedAt: TimeField.nullable(),
  endedAt: TimeField.nullable(),
  outputId: z.string().nullable().describe("Id of the record in the repository, once there is one"),
};

/** A run in a list. */
export const RunSummary = z.object({
  ...summary,
  error: ERROR.nullable(),
}).meta({ id: "RunSummary" });
export type RunSummary = z.output<typeof RunSummary>;

/** A run. */
export const RunView = z.object({
  ...summary,
  inputs: z.record(z.string(), z.unknown()).exactOptional().describe(
    "As they were given, with secrets as ***; absent where they are not kept",
  ),
  checks: RunChecks.exactOptional(),
  origin: RunOrigin.exactOptional().describe(
    "Where it comes from; absent before it has ended, and for runs of earlier versions",
  ),
  result: RunResult.nullable().describe(
    "What 'svc behavior run --json' prints; null unless it succeeded",
  ),
  resultNote: z.string().nullable().describe(
    "What was omitted from a result that is too large; null when it is complete",
  ),
  error: ERROR.nullable().describe("Null unless it failed, was cancelled or interrupted"),
}).meta({ id: "Run" });
export type RunView = z.output<typeof RunView>;

/** Answer to a list of runs, newest first. */
export const RunPage = z.object({
  runs: z.array(RunSummary),
  next: z.string().nullable().describe("`before` of the next page; null at the end"),
});
