import type { Channel } from "./channel.ts";
import { dataRepository } from "./data_repository.ts";
import { definitionRepository } from "./definition_repository.ts";
import { createLogger } from "./logger.ts";
import { dataQueryService, readers } from "./reading.ts";
import { createRedactor } from "./redactor.ts";
import { manyReaders } from "./many.ts";
import { refusals } from "./refusals.ts";
import { runModel, type RunWanted } from "./run_model.ts";
import { dataWriters } from "./writing.ts";

const GATES = "there are no workflows yet";

/** Members for what svc does not have yet, and what to do instead. */
const UNSUPPORTED = refusals("context", { approveWorkflowGate: GATES, rejectWorkflowGate: GATES });

/** What a method or check is given beside the channel. */
interface ContextParts {
  globalArgs: Record<string, unknown>;
  /** A fresh CEL environment; absent where the bundle does not mention it. */
  celEnvironment: (() => unknown) | undefined;
}

/** The `context` of a method, that of its checks, and the names of what it wrote. */
export interface MethodContext {
  context: Record<string, unknown>;
  checkContext: Record<string, unknown>;
  written: ReadonlySet<string>;
  /** Waits for writes that nobody awaited. */
  settled(): Promise<void>;
}

/**
 * Builds `context` (extension format reference §3.2). Everything that touches data is a question to
 * svc; the sandbox itself knows no path of the data store.
 */
export function createContext(channel: Channel, parts: ContextParts): MethodContext {
  // Not the handles: a run may write more than fits into memory.
  const written = new Set<string>();
  const shared = sharedMembers(channel, parts);
  const writers = dataWriters(channel, (handle) => {
    written.add(handle.name);
    return handle;
  });
  return {
    written,
    settled: writers.settled,
    checkContext: { ...shared, dataRepository: dataRepository(channel) },
    context: {
      ...shared,
      ...UNSUPPORTED,
      ...readers(channel),
      ...writers.members,
      runModel: (wanted: RunWanted) => runModel(channel, wanted),
      dataRepository: dataRepository(channel, writers),
    },
  };
}

/** What checks have, too. */
function sharedMembers(
  channel: Channel,
  { globalArgs, celEnvironment }: ContextParts,
): Record<string, unknown> {
  const { hello } = channel;
  const logger = createLogger(channel.send);
  return {
    signal: channel.signal,
    repoDir: hello.repoDir,
    modelType: modelType(hello.modelType),
    modelId: hello.definition.id,
    globalArgs,
    definition: hello.definition,
    methodName: hello.method,
    logger,
    extensionFile: (path: string) => extensionFile(hello.filesRoot, path),
    definitionRepository: definitionRepository(channel),
    dataQueryService: dataQueryService(channel),
    ...manyReaders(channel),
    redactor: createRedactor(channel),
    onEvent: (event: unknown) => logger.debug("{event}", { event }),
    runtimeTags: { ...hello.tags },
    tagOverrides: { ...hello.tags },
    createCelEnvironment: () => {
      if (celEnvironment !== undefined) return celEnvironment();
      throw new Error("context.createCelEnvironment must be called by its name");
    },
  };
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
