import type {
  DataHandle,
  DataRecord,
  DataWriter,
  ListOptions,
  Logger,
  MethodContext,
  OutputOverrides,
  SharedContext,
} from "./extension.ts";

/** A schema as a run in process needs it. */
interface Parser {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: Issue[] } };
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** A type as a run in process needs it. */
export interface TestedModel {
  type: string;
  globalArguments?: unknown;
  resources?: Record<string, { schema: unknown }>;
  files?: Record<string, { contentType: string }>;
  methods: Record<string, { arguments: unknown; execute: unknown }>;
}

/** A resource that a method wrote. */
export interface Written {
  /** The declared output. */
  output: string;
  name: string;
  data: Record<string, unknown>;
}

/** A file that a method wrote. */
export interface WrittenFile {
  output: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/** A line of the log, with its properties filled in. */
export interface LogLine {
  level: string;
  text: string;
}

/** What a method did, kept as it goes. */
export interface Kept {
  written: Written[];
  files: WrittenFile[];
  deleted: string[];
  logs: LogLine[];
  /** The newest version of each resource, by name. */
  data: Map<string, { output: string; data: Record<string, unknown>; version: number }>;
}

/** What is said of a value that does not fit its schema, or nothing. */
export function problemsOf(schema: unknown, value: unknown): { value: unknown; problem?: string } {
  const result = (schema as Parser).safeParse(value);
  if (result.success) return { value: result.data };
  const issues = result.error?.issues ?? [];
  const problem = issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`
  ).join("; ");
  return { value, problem };
}

/**
 * A `context` that keeps what a method writes and says, under the rules of a run: each output is
 * declared, and what is written to it fits its schema. What it does not have throws when it is used.
 */
export function fakeContext(
  model: TestedModel,
  method: string,
  globalArgs: unknown,
  kept: Kept,
  signal: AbortSignal,
): MethodContext {
  const write = (output: string, name: string, data: object, _overrides?: OutputOverrides) => {
    const json = JSON.parse(JSON.stringify(data));
    const declared = model.resources?.[output];
    if (declared === undefined) {
      throw new Error(`${method} writes to '${output}', which is not declared in 'resources'`);
    }
    const { problem } = problemsOf(declared.schema, json);
    if (problem !== undefined) {
      throw new Error(
        `${method} wrote to '${output}' a value that does not match its schema: ${problem}`,
      );
    }
    const version = (kept.data.get(name)?.version ?? 0) + 1;
    kept.written.push({ output, name, data: json });
    kept.data.set(name, { output, data: json, version });
    return handleOf("resource", output, name, version, JSON.stringify(json).length);
  };
  const members: Partial<MethodContext> = {
    ...sharedMembers({ type: model.type, method, globalArgs, kept, signal }),
    writeResource: (...given) => Promise.resolve().then(() => write(...given)),
    writeResources: (...given: unknown[]) =>
      Promise.resolve().then(() =>
        batchOf(given).map((one) => write(one.spec, one.name, one.data))
      ),
    readResource: (name) => Promise.resolve(newest(kept, name)),
    deleteResource: (name) => {
      kept.deleted.push(name);
      kept.data.delete(name);
      return Promise.resolve();
    },
    createFileWriter: (output, name, overrides = {}) => {
      const declared = model.files?.[output];
      if (declared === undefined) {
        throw new Error(`${method} writes to '${output}', which is not declared in 'files'`);
      }
      return fakeWriter(output, name, overrides.contentType ?? declared.contentType, kept);
    },
  };
  return withoutMore(members, "runMethod under 'context', or use runInSandbox") as MethodContext;
}

/** What a fake context is about. */
export interface Subject {
  type: string;
  method: string;
  globalArgs: unknown;
  kept: Pick<Kept, "logs" | "data">;
  signal: AbortSignal;
}

/** What methods and reports have in common. */
export function sharedMembers(
  { type, method, globalArgs, kept, signal }: Subject,
): Partial<Omit<SharedContext, "dataRepository">> {
  return {
    signal,
    repoDir: "/repository",
    modelType: {
      raw: type,
      normalized: type.toLowerCase(),
      toNormalized: () => type.toLowerCase(),
      toDirectoryPath: () => type.toLowerCase(),
      equals: ({ normalized }) => normalized === type.toLowerCase(),
      toString: () => type,
    },
    modelId: "00000000-0000-4000-8000-000000000000",
    globalArgs: globalArgs as Record<string, unknown>,
    definition: {
      id: "00000000-0000-4000-8000-000000000000",
      name: "tested",
      version: 1,
      tags: {},
    },
    methodName: method,
    logger: fakeLogger(kept.logs),
    runtimeTags: {},
    tagOverrides: {},
    redactor: { add: () => {}, redact: (text) => text },
    onEvent: () => {},
    readResources: (names) => Promise.resolve(names.map((name) => newest(kept, name))),
    listResources: (output, page) => Promise.resolve(listed(kept, output, page)),
  };
}

/** The same members; any other throws when it is used, and says where to give it. */
export function withoutMore<Members extends object>(members: Members, where: string): Members {
  return new Proxy(members, {
    get(target, member) {
      if (member in target || typeof member === "symbol") return Reflect.get(target, member);
      throw new Error(`context.${member} is not part of the fake context. Give it to ${where}`);
    },
  });
}

function newest({ data }: Pick<Kept, "data">, name: string): Record<string, unknown> | null {
  return structuredClone(data.get(name)?.data ?? null);
}

type Item = { spec: string; name: string; data: object };

function batchOf(given: unknown[]): Item[] {
  const [first, second] = given;
  if (typeof first !== "string") return first as Item[];
  return (second as Omit<Item, "spec">[]).map((item) => ({ ...item, spec: first }));
}

/** The handle of what was written. */
export function handleOf(
  kind: DataHandle["kind"],
  specName: string,
  name: string,
  version: number,
  size: number,
): DataHandle {
  return {
    kind,
    specName,
    name,
    version,
    size,
    dataId: crypto.randomUUID(),
    tags: {},
    metadata: {},
  };
}

function listed(kept: Pick<Kept, "data">, output: string, page: ListOptions = {}) {
  const { prefix = "", after, limit = 100 } = page;
  const names = [...kept.data].filter(([name, one]) =>
    one.output === output && name.startsWith(prefix) && (after === undefined || name > after)
  ).map(([name]) => name).sort();
  const items = names.slice(0, limit).map((name) => {
    const { data, version } = kept.data.get(name)!;
    const content = structuredClone(data);
    return { name, specName: output, version, attributes: content, content } as DataRecord;
  });
  return { items, next: names.length > limit ? items.at(-1)!.name : null };
}

function fakeLogger(logs: LogLine[], properties: Record<string, unknown> = {}): Logger {
  const at = (level: string) => (message: unknown, ...rest: unknown[]) => {
    const given = rest.find((one) => typeof one === "object" && one !== null) ?? {};
    const all: Record<string, unknown> = { ...properties, ...given };
    const text = String(message).replaceAll(
      /\{([\w.$-]+)\}/g,
      (whole, name) => name in all ? String(all[name]) : whole,
    );
    logs.push({ level, text });
  };
  return {
    trace: at("trace"),
    debug: at("debug"),
    info: at("info"),
    warn: at("warning"),
    warning: at("warning"),
    error: at("error"),
    fatal: at("fatal"),
    with: (more) => fakeLogger(logs, { ...properties, ...more }),
    getChild: () => fakeLogger(logs, properties),
  };
}

/** A writer of a file that keeps what is written. */
export function fakeWriter(
  output: string,
  name: string,
  contentType: string,
  kept: Kept,
): DataWriter {
  const parts: Uint8Array[] = [];
  let ended = false;
  const add = (bytes: Uint8Array) => {
    if (ended) throw new Error(`The file '${name}' has already been written`);
    parts.push(bytes);
  };
  const finalize = async () => {
    add(new Uint8Array());
    ended = true;
    const bytes = await new Response(new Blob(parts as BlobPart[])).bytes();
    kept.files.push({ output, name, contentType, bytes });
    return handleOf("file", output, name, 1, bytes.length);
  };
  const encoder = new TextEncoder();
  return {
    dataId: crypto.randomUUID(),
    name,
    writeAll: (bytes) => Promise.resolve(add(bytes)).then(finalize),
    writeText: (text) => Promise.resolve(add(encoder.encode(text))).then(finalize),
    writeLine: (text) => Promise.resolve(add(encoder.encode(`${text}\n`))),
    async writeStream(stream, { onLine } = {}) {
      const bytes = await new Response(stream).bytes();
      add(bytes);
      const text = new TextDecoder().decode(bytes).replace(/\n$/, "");
      if (onLine && text !== "") { for (const line of text.split("\n")) onLine(line); }
      return await finalize();
    },
    getFilePath: () => {
      throw new Error("getFilePath needs a real run: use runInSandbox");
    },
    finalize,
  };
}
