import { z } from "zod";

/** What a report says, or why it says nothing (runtime reference 3.3 and 7). */
export const ReportOutcome = z.object({
  name: z.string(),
  scope: z.enum(["method", "model", "workflow"]),
  success: z.boolean(),
  markdown: z.string().describe("Empty when it failed"),
  json: z.unknown().describe("An object or a list"),
  error: z.string().exactOptional().describe("Why it failed"),
});
export type ReportOutcome = z.output<typeof ReportOutcome>;

/** Answer to `svc behavior run` (runtime reference 3.3). */
export const RunResult = z.object({
  modelId: z.string(),
  modelName: z.string(),
  modelType: z.string(),
  methodName: z.string(),
  status: z.literal("succeeded"),
  duration: z.number().describe("Milliseconds"),
  outputId: z.string(),
  logFile: z.string().describe("A server names it relative to the repository"),
  dataArtifacts: z.array(z.object({
    id: z.string(),
    name: z.string(),
    path: z.string().describe("A server names it relative to the repository"),
    attributes: z.unknown().optional(),
    ephemeral: z.literal(true).exactOptional().describe("It went with the run"),
  })).describe("What it wrote; the first 4 MB of it with their contents"),
  reports: z.record(z.string(), ReportOutcome).exactOptional().describe(
    "By name; absent when none was made",
  ),
  warnings: z.array(z.string()).readonly().exactOptional().describe(
    "Its first 20 warnings; the log has all of them",
  ),
  globalArguments: z.record(z.string(), z.unknown()),
  methodArguments: z.record(z.string(), z.unknown()),
  initiatedBy: z.string(),
}).meta({ id: "RunResult" });
export type RunResult = z.output<typeof RunResult>;
