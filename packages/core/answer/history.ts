import { z } from "zod";
import { RunOrigin } from "./origin.ts";
import { TimeField } from "./value.ts";

/** How a run on record ended. */
export const RecordStatus = z.enum(["succeeded", "failed", "cancelled"]);

const line = {
  id: z.string().describe("UUID of the run"),
  definitionId: z.string().describe("Id of its behavior"),
  modelName: z.string().describe("The behavior's name; empty when it is gone"),
  type: z.string().describe("Normalized type of the behavior"),
  methodName: z.string(),
  status: RecordStatus,
  startedAt: TimeField,
  durationMs: z.number(),
};

/** Answer to `svc behavior history` (runtime reference 3.4), newest first. */
export const RunHistory = z.object({
  results: z.array(z.object(line)),
  limited: z.boolean().describe("True when there are more than were requested"),
});
export type RunHistory = z.output<typeof RunHistory>;

/** One thing that a run wrote. */
export const RunArtifact = z.object({
  dataId: z.string().describe("UUID of the version"),
  name: z.string(),
  version: z.number(),
  checksum: z.string().exactOptional().describe(
    "SHA-256 of the content in hexadecimal; absent in records of earlier versions",
  ),
  writtenAt: z.string().exactOptional().describe(
    "By which the versions of all machines are ordered; absent in records of earlier versions",
  ),
  tags: z.record(z.string(), z.string()),
});
export type RunArtifact = z.output<typeof RunArtifact>;

/** A check before a method, and how it went. */
export const RunCheck = z.object({
  name: z.string(),
  status: z.enum(["passed", "failed", "notRun"]),
  message: z.string().exactOptional().describe("Why it failed or was not run"),
}).meta({ id: "RunCheck" });
export type RunCheck = z.output<typeof RunCheck>;

/** The checks of a run, as its record has them. */
export const RunChecks = z.array(RunCheck).readonly().describe(
  "The checks that the method has, in their order; absent where they are not known, as in records of " +
    "earlier versions",
);

/** What is on record of one run (runtime reference 2.6), with the name of its behavior. */
export const NamedRun = z.object({
  ...line,
  completedAt: TimeField,
  provenance: z.record(z.string(), z.unknown()),
  artifacts: z.object({
    dataArtifacts: z.array(RunArtifact),
    reports: z.array(RunArtifact).exactOptional().describe("Reports on it; absent without any"),
  }),
  checks: RunChecks.exactOptional(),
  origin: RunOrigin,
  error: z.object({ message: z.string(), code: z.string().exactOptional() }).exactOptional(),
  logFile: z.string().describe("Relative to the repository"),
});
export type NamedRun = z.output<typeof NamedRun>;

/** What one run wrote under one name (runtime reference 3.4). */
export const WrittenData = z.object({
  outputId: z.string(),
  methodName: z.string(),
  dataId: z.string(),
  dataName: z.string(),
  version: z.number(),
  contentType: z.string(),
  field: z.string().exactOptional().describe("The top-level field that was requested"),
  data: z.unknown().optional().describe(
    "The content or the field; absent for a medium that is not text",
  ),
});
export type WrittenData = z.output<typeof WrittenData>;

/** Answer to `svc behavior logs` (runtime reference 3.4). */
export const RunLog = z.object({
  path: z.string().describe("Relative to the repository"),
  lines: z.array(z.string()),
  lineCount: z.number(),
});
export type RunLog = z.output<typeof RunLog>;
