import type { Channel } from "./channel.ts";
import { dataRepository } from "./data_repository.ts";
import { createLogger } from "./logger.ts";
import { dataQueryService, optional, readers } from "./reading.ts";
import { manyReaders } from "./many.ts";
import { refusals } from "./refusals.ts";
import { dataWriters } from "./writing.ts";
import { createMatcher } from "../redaction/matcher.ts";
import { patternsOf, secretsOf } from "../redaction/pattern.ts";
import { redactedText } from "../redaction/text.ts";

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

const EDIT = "a method cannot change definitions; use svc behavior create and edit";

/**
 * `context.definitionRepository`, for reading (extension format reference §3.2): the method's own
 * definition and those of types whose data it was granted. A type may stand before an id or name.
 */
function definitionRepository(channel: Channel): Record<string, unknown> {
  const find = (wanted: { type?: string; id?: string; name?: string }) =>
    channel.call<unknown[]>({ op: "findDefinitions", ...wanted });
  const first = async (wanted: { type?: string; id?: string; name?: string }) =>
    (await find(wanted))[0] ?? null;
  const typed = (rest: unknown[]) =>
    optional("type", rest.length > 1 ? String(rest[0]) : undefined);
  return {
    ...refusals("context.definitionRepository", { save: EDIT, delete: EDIT, nextId: EDIT }),
    findById: (...rest: unknown[]) => first({ ...typed(rest), id: String(rest.at(-1)) }),
    findByName: (...rest: unknown[]) => first({ ...typed(rest), name: String(rest.at(-1)) }),
    findByNameGlobal: (name: string) => first({ name: String(name) }),
    findAll: (type?: unknown) => find(type === undefined ? {} : { type: String(type) }),
    findAllGlobal: () => find({}),
  };
}

/**
 * `context.redactor`: knows the secrets among the arguments and those that the method adds, which svc
 * then leaves out of logs and outputs, too.
 */
function createRedactor({ hello, send }: Channel): Record<string, unknown> {
  const known = new Set(hello.secrets);
  const add = (text: string) => {
    for (const one of secretsOf(text)) known.add(one);
    send({ t: "secret", text: String(text) });
  };
  const redact = (text: string) =>
    redactedText(createMatcher([...known].flatMap(patternsOf)), String(text));
  return { add, addSecret: add, redact };
}

/** What `context.runModel` is given: a behavior, or a type and the name of one that is made for it. */
interface RunWanted {
  definition?: string;
  modelType?: unknown;
  name?: string;
  method: string;
  arguments?: Record<string, unknown>;
}

/** `context.runModel`: runs a method of another behavior, as a run of its own. */
function runModel(channel: Channel, wanted: RunWanted): Promise<unknown> {
  const { definition, modelType, name, method } = wanted;
  return channel.call({
    op: "runModel",
    method,
    ...optional("definition", definition),
    ...optional("modelType", modelType === undefined ? undefined : String(modelType)),
    ...optional("name", name),
    ...optional("arguments", wanted.arguments),
  });
}
