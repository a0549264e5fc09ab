import type { DataHandle, Report, ReportContext, ReportResult } from "./extension.ts";
import {
  handleOf,
  type Kept,
  type LogLine,
  sharedMembers,
  withoutMore,
  type Written,
  type WrittenFile,
} from "./fake_context.ts";

/** The run that a report is about; what `runMethod` gives can be given as it is. */
export interface ReportOptions {
  /** What the run wrote. */
  written?: readonly Written[];
  files?: readonly WrittenFile[];
  /** What the behavior has (default: what was written). */
  data?: Kept["data"];
  /** The type of the behavior. */
  type?: string;
  method?: string;
  methodArgs?: Record<string, unknown>;
  globalArgs?: Record<string, unknown>;
  /** Names of arguments that are secrets. */
  sensitive?: readonly string[];
  /** Why the run failed (default: it has succeeded). */
  errorMessage?: string;
  /** Members of `context` that the fake one does not have, or has otherwise. */
  context?: Partial<ReportContext>;
}

/** What a report said. */
export interface ReportRun extends Required<ReportResult> {
  logs: LogLine[];
}

/**
 * Makes a report in this process. What it throws is thrown.
 *
 * @throws Error for a result that svc would refuse
 */
export async function runReport(report: Report, options: ReportOptions = {}): Promise<ReportRun> {
  const logs: LogLine[] = [];
  const said: Partial<ReportResult> = await report.execute(contextOf(report, options, logs)) ?? {};
  const { markdown, json = {} } = said;
  if (typeof markdown !== "string" || typeof json !== "object") {
    throw new Error(
      `${report.name} has to return { markdown, json }: a text and an object or list`,
    );
  }
  return { markdown, json, logs };
}

function contextOf({ scope }: Report, options: ReportOptions, logs: LogLine[]): ReportContext {
  const { written = [], files = [], methodArgs = {}, globalArgs = {}, errorMessage } = options;
  const data = options.data ??
    new Map(written.map(({ output, name, data }) => [name, { output, data, version: 1 }]));
  const dataHandles: DataHandle[] = [
    ...written.map(({ output, name, data: attributes }) => {
      const size = JSON.stringify(attributes).length;
      const version = data.get(name)?.version ?? 1;
      return { ...handleOf("resource", output, name, version, size), attributes };
    }),
    ...files.map(({ output, name, bytes }) => handleOf("file", output, name, 1, bytes.length)),
  ];
  const outputs = new Map(dataHandles.map(({ specName, kind }) => [specName, { specName, kind }]));
  const members: Partial<ReportContext> = {
    ...sharedMembers({
      type: options.type ?? "@acme/tested",
      method: options.method ?? "run",
      globalArgs,
      kept: { logs, data },
      signal: new AbortController().signal,
    }),
    scope,
    methodArgs,
    executionStatus: errorMessage === undefined ? "succeeded" : "failed",
    errorMessage,
    dataHandles,
    outputSpecs: [...outputs.values()],
    redactSensitiveArgs: (args) =>
      Object.fromEntries(
        Object.entries(args).map(([name, value]) => [
          name,
          options.sensitive?.includes(name) ? "***" : value,
        ]),
      ),
    ...options.context,
  };
  return withoutMore(members, "runReport under 'context'") as ReportContext;
}
