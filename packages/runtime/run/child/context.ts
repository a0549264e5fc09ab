import type { DataHandle, OutputOverrides } from "../protocol.ts";
import type { Channel } from "./channel.ts";
import { dataRepository } from "./data_repository.ts";
import { createLogger } from "./logger.ts";
import { refusals } from "./refusals.ts";
import { createWriter } from "./writer.ts";

/** Members that no data needs, and what to do instead. */
const UNSUPPORTED = refusals("context", {
  runModel: "run the other behavior by itself and read its data with readModelData",
  approveWorkflowGate: "there are no workflows yet",
  rejectWorkflowGate: "there are no workflows yet",
  createCelEnvironment: "use queryData",
});

/** The `context` of a method, and the handles of what it wrote. */
export interface MethodContext {
  context: Record<string, unknown>;
  handles: DataHandle[];
}

/**
 * Builds `context` (extension format reference §3.2). Everything that touches data is a question to
 * svc; the sandbox itself knows no path of the data store.
 */
export function createContext(
  channel: Channel,
  globalArgs: Record<string, unknown>,
): MethodContext {
  const { hello } = channel;
  const handles: DataHandle[] = [];
  const keep = (handle: DataHandle) => {
    handles.push(handle);
    return handle;
  };
  const context = {
    signal: channel.signal,
    repoDir: hello.repoDir,
    modelType: modelType(hello.modelType),
    modelId: hello.definition.id,
    globalArgs,
    definition: hello.definition,
    methodName: hello.method,
    logger: createLogger(channel.send),
    writeResource: async (
      spec: string,
      name: string,
      data: unknown,
      overrides: OutputOverrides = {},
    ) => keep(await channel.call<DataHandle>({ op: "writeResource", spec, name, data, overrides })),
    readResource: (name: string, version?: number) =>
      channel.call({ op: "readResource", name, ...(version === undefined ? {} : { version }) }),
    deleteResource: (name: string) => channel.call({ op: "deleteResource", name }),
    createFileWriter: (spec: string, name: string, overrides: OutputOverrides = {}) =>
      createWriter(channel, hello.scratch, spec, name, overrides, keep),
    readModelData: (model: string, spec?: string) =>
      channel.call({ op: "readModelData", model, ...(spec === undefined ? {} : { spec }) }),
    queryData: (predicate: string, select?: string) =>
      channel.call({ op: "queryData", predicate, ...(select === undefined ? {} : { select }) }),
    ...UNSUPPORTED,
    extensionFile: (path: string) => extensionFile(hello.filesRoot, path),
    dataRepository: dataRepository(channel),
  };
  return { context, handles };
}

/** Published extensions pass it on as text and as an object alike. */
function modelType(type: { raw: string; normalized: string }): Record<string, unknown> {
  return {
    ...type,
    toNormalized: () => type.normalized,
    toDirectoryPath: () => type.normalized,
    equals: (other: { normalized?: string }) => other?.normalized === type.normalized,
    toString: () => type.raw,
    toJSON: () => type.raw,
  };
}

function extensionFile(root: string | undefined, path: string): string {
  if (root === undefined) throw new Error("This behavior type ships no files");
  if (path.startsWith("/") || path.includes("\\") || path.split("/").includes("..")) {
    throw new Error(`extensionFile(${JSON.stringify(path)}): give a path relative to the files`);
  }
  const file = `${root}/${path}`;
  try {
    Deno.statSync(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(
      `extensionFile(${JSON.stringify(path)}): the extension ships no such file; ` +
        "list it under additionalFiles in its manifest",
    );
  }
  return file;
}
