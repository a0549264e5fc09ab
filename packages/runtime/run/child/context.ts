import type { DataHandle, OutputOverrides } from "../protocol.ts";
import type { Channel } from "./channel.ts";
import { createLogger } from "./logger.ts";
import { createWriter } from "./writer.ts";

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
    queryData: () => Promise.reject(unsupported("queryData", "use readModelData")),
    runModel: () => Promise.reject(unsupported("runModel", "run the other behavior by itself")),
    extensionFile: (path: string) => extensionFile(hello.filesRoot, path),
    dataRepository: {
      getContent: async (type: unknown, model: string, name: string, version?: number) => {
        const base64 = await channel.call<string | null>({
          op: "getContent",
          type: String(type),
          model,
          name,
          ...(version === undefined ? {} : { version }),
        });
        return base64 === null ? null : Uint8Array.fromBase64(base64);
      },
      listVersions: (type: unknown, model: string, name: string) =>
        channel.call({ op: "listVersions", type: String(type), model, name }),
    },
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

function unsupported(member: string, instead: string): Error {
  return new Error(`context.${member} is not supported yet; ${instead}`);
}
