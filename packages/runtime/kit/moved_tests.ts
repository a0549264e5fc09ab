/**
 * Test helpers under the names that extensions import which were written for another tool of this
 * format. An import map points to them; new tests take those of `@svc/extension/testing`.
 *
 * @module
 */

import type { DataHandle } from "./extension.ts";
import { fakeWriter, handleOf, type Kept, sharedMembers } from "./fake_context.ts";

export type * from "./extension.ts";
export { withMockedCommand } from "./mocked_command.ts";
export * from "./moved_conformance.ts";

/** A line of the log as it was given. */
export interface CapturedLog {
  level: string;
  message: string;
  args: unknown[];
}

/** A resource that a method wrote. */
export interface WrittenResource {
  specName: string;
  name: string;
  // deno-lint-ignore no-explicit-any
  data: any;
  overrides?: unknown;
}

/** A file that a method wrote. */
export interface WrittenFile {
  specName: string;
  name: string;
  contentType: string;
  content: Uint8Array;
  text: string;
}

type Values = Record<string, unknown>;

/** What a method's context is made of. */
export interface ModelTestOptions {
  globalArgs?: object;
  definition?: object;
  /** What `readResource` gives, by name. */
  storedResources?: Record<string, object>;
  methodName?: string;
  modelType?: string;
  modelId?: string;
  repoDir?: string;
  signal?: AbortSignal;
  onEvent?: (event: unknown) => void;
  [member: string]: unknown;
}

/** A context for one call of a method, and what the method does with it. */
// deno-lint-ignore no-explicit-any
export function createModelTestContext(options: ModelTestOptions = {}): any {
  const { globalArgs = {}, storedResources = {}, methodName = "run", ...more } = options;
  const written: WrittenResource[] = [];
  const events: unknown[] = [];
  const deleted: string[] = [];
  const stored = new Map<string, { specName: string; data: Values; version: number }>(
    Object.entries(storedResources).map(([name, data]) => [
      name,
      { specName: "", data: data as Values, version: 1 },
    ]),
  );
  const kept: Kept = { written: [], files: [], deleted: [], logs: [], data: new Map() };
  const { logger, logs, getLogs, getLogsByLevel } = capturedLogs();
  const modelType = more.modelType ?? "test/model";
  const shared = sharedMembers({
    type: modelType,
    method: methodName,
    globalArgs,
    kept,
    signal: more.signal ?? new AbortController().signal,
  });
  const write = (
    specName: string,
    name: string,
    data: object,
    overrides?: unknown,
  ): Promise<DataHandle> => {
    const plain = JSON.parse(JSON.stringify(data));
    const version = (stored.get(name)?.version ?? 0) + 1;
    written.push({ specName, name, data: plain, ...(overrides ? { overrides } : {}) });
    stored.set(name, { specName, data: plain, version });
    return Promise.resolve(
      handleOf("resource", specName, name, version, JSON.stringify(plain).length),
    );
  };
  const items = () =>
    [...stored].map(([name, { specName, data, version }]) =>
      artifactOf(modelType, shared.modelId!, name, { specName, data, version })
    );
  const context = {
    ...shared,
    ...(more.modelId === undefined ? {} : { modelId: more.modelId }),
    repoDir: more.repoDir ?? "/repository",
    definition: { ...shared.definition, ...more.definition },
    logger,
    writeResource: write,
    writeResources: async (spec: string, all: { name: string; data: object }[]) =>
      await Promise.all(all.map(({ name, data }) => write(spec, name, data))),
    readResource: (name: string) =>
      Promise.resolve(structuredClone(stored.get(name)?.data ?? null)),
    readModelData: () => Promise.resolve([]),
    queryData: () => Promise.resolve([]),
    deleteResource: (name: string) => {
      deleted.push(name);
      stored.delete(name);
      return Promise.resolve();
    },
    createFileWriter: (spec: string, name: string, overrides: { contentType?: string } = {}) =>
      fakeWriter(spec, name, overrides.contentType ?? "text/plain", kept),
    extensionFile: (path: string) => path,
    onEvent: (event: unknown) => {
      events.push(event);
      options.onEvent?.(event);
    },
    dataRepository: repositoryOf(items),
    definitionRepository: definitionsOf([]),
  };
  return {
    context,
    logs,
    getLogs,
    getLogsByLevel,
    getWrittenResources: () => written,
    getDeletedResources: () => deleted,
    getWrittenFiles: (): WrittenFile[] =>
      kept.files.map(({ output, name, contentType, bytes }) => ({
        specName: output,
        name,
        contentType,
        content: bytes,
        text: new TextDecoder().decode(bytes),
      })),
    getEvents: () => events,
  };
}

/** A version of data that a report may read. */
export interface DataArtifact {
  modelType: string;
  modelId: string;
  data: Values & { name: string; version?: number };
  content: Uint8Array | string;
}

/** What a report's context is made of. */
export interface ReportTestOptions {
  scope?: "method" | "model" | "workflow";
  dataArtifacts?: readonly DataArtifact[];
  dataHandles?: readonly unknown[];
  stepExecutions?: readonly unknown[];
  definitions?: readonly unknown[];
  [member: string]: unknown;
}

/** A context for one call of a report. Each option is a member of it, too. */
// deno-lint-ignore no-explicit-any
export function createReportTestContext(options: ReportTestOptions = {}): any {
  const { dataArtifacts = [], definitions = [], definition, ...more } = options;
  const { logger, logs, getLogs, getLogsByLevel } = capturedLogs();
  const kept: Kept = { written: [], files: [], deleted: [], logs: [], data: new Map() };
  const shared = sharedMembers({
    type: String(more["modelType"] ?? "test/model"),
    method: String(more["methodName"] ?? "run"),
    globalArgs: {},
    kept,
    signal: new AbortController().signal,
  });
  const context = {
    ...shared,
    scope: "method",
    executionStatus: "succeeded",
    methodArgs: {},
    dataHandles: [],
    outputSpecs: [],
    stepExecutions: [],
    workflowName: "tested",
    workflowRunId: "00000000-0000-4000-8000-000000000000",
    workflowStatus: "succeeded",
    modelType: "test/model",
    redactSensitiveArgs: (args: unknown) => args,
    extensionFile: (path: string) => path,
    ...more,
    definition: { ...shared.definition, ...definition as object },
    logger,
    dataRepository: repositoryOf(() => dataArtifacts),
    definitionRepository: definitionsOf(definitions as Values[]),
  };
  return { context, logs, getLogs, getLogsByLevel };
}

function artifactOf(
  modelType: string,
  modelId: string,
  name: string,
  { specName, data, version }: { specName: string; data: object; version: number },
): DataArtifact {
  const text = JSON.stringify(data);
  const tags = { type: "resource", specName };
  const about = { name, version, kind: "resource", contentType: "application/json", tags };
  return { modelType, modelId, data: { ...about, metadata: { tags } }, content: text };
}

/** Reads what is there at each call, by the arguments that reports and methods give. */
function repositoryOf(items: () => readonly DataArtifact[]) {
  const typeOf = (type: unknown) =>
    String(
      typeof type === "object" && type !== null && "normalized" in type ? type.normalized : type,
    )
      .toLowerCase();
  const of = (type: unknown, id: unknown) =>
    items().filter((one) => typeOf(one.modelType) === typeOf(type) && one.modelId === id);
  const find = (type: unknown, id: unknown, name: string, version?: number) =>
    of(type, id).filter(({ data }) =>
      data.name === name && (version === undefined || (data.version ?? 1) === version)
    ).sort((a, b) => (b.data.version ?? 1) - (a.data.version ?? 1))[0];
  const bytes = (content: Uint8Array | string) =>
    typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    getContent: (type: unknown, id: unknown, name: string, version?: number) => {
      const found = find(type, id, name, version);
      return Promise.resolve(found === undefined ? null : bytes(found.content));
    },
    findByName: (type: unknown, id: unknown, name: string, version?: number) =>
      Promise.resolve(find(type, id, name, version)?.data ?? null),
    findAllForModel: (type: unknown, id: unknown) =>
      Promise.resolve(of(type, id).map(({ data }) => data)),
    findAllGlobal: () =>
      Promise.resolve(
        items().map(({ modelType, modelId, data }) => ({ modelType, modelId, data, ...data })),
      ),
    findBySpec: (type: unknown, id: unknown, spec: string) =>
      Promise.resolve(
        of(type, id).map(({ data }) => data).filter(({ specName, tags }) =>
          specName === spec || (tags as Values | undefined)?.["specName"] === spec
        ),
      ),
    delete: () => Promise.resolve(),
  };
}

function definitionsOf(all: readonly Values[]) {
  return {
    findById: (_type: unknown, id: unknown) =>
      Promise.resolve(all.find((one) => one["id"] === id) ?? null),
    findByName: (_type: unknown, name: unknown) =>
      Promise.resolve(all.find((one) => one["name"] === name) ?? null),
    findByNameGlobal: (name: unknown) =>
      Promise.resolve(all.find((one) => one["name"] === name) ?? null),
    findAllGlobal: () => Promise.resolve([...all]),
  };
}

function capturedLogs() {
  const logs: CapturedLog[] = [];
  const plain = (level: string) => (level === "warn" ? "warning" : level);
  const at = (level: string) => (message: unknown, ...args: unknown[]) => {
    // A tagged template gives the parts of its text.
    const text = Array.isArray(message)
      ? message.map((part, index) => `${part}${index < args.length ? args[index] : ""}`).join("")
      : String(message);
    logs.push({ level: plain(level), message: text, args: Array.isArray(message) ? [] : args });
  };
  const levels = ["trace", "debug", "info", "warn", "warning", "error", "fatal"];
  const members = Object.fromEntries(levels.map((level) => [level, at(level)]));
  const logger: Values = { ...members, with: () => logger, getChild: () => logger };
  return {
    logs,
    logger,
    getLogs: () => logs,
    getLogsByLevel: (level: string) => logs.filter((one) => one.level === plain(level)),
  };
}
