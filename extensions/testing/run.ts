import assert from "node:assert/strict";
import * as z from "npm:zod@4.6.7";
import type { DataHandle, ListOptions } from "../platform/context.ts";
import { dataReader } from "./data_reader.ts";

/** One of many to write. */
interface Item {
  name: string;
  data: object;
}

/** A resource a method wrote. */
export interface Written {
  spec: string;
  name: string;
  data: Record<string, unknown>;
}

/** A file output that a method wrote. */
export interface WrittenFile {
  contentType: string;
  bytes: Uint8Array;
}

/** A type as far as a run in process needs it. */
interface Model {
  globalArguments?: z.ZodType;
  resources: Record<string, { schema: z.ZodType }>;
  files?: Record<string, { contentType: string }>;
  methods: Record<string, { arguments: z.ZodType; execute: unknown }>;
}

/** What a run has beside its arguments. */
export interface RunOptions {
  globalArgs?: Record<string, unknown>;
  /** Variables to set; the others that an extension of the catalogue reads are unset. */
  env?: Variables;
  signal?: AbortSignal;
  /** More members of `context`, for example `readModelData`. */
  context?: Record<string, unknown>;
  /** The behavior's data by name, which the run reads and adds to; pass one to several runs. */
  data?: Map<string, Record<string, unknown>>;
  /** The output of each of them, for methods that list; pass one with `data`. */
  specs?: Map<string, string>;
  /** The behavior's files by name, to which a run adds; pass one to several runs. */
  files?: Map<string, WrittenFile>;
  /** Makes each call of the host for many resources, or does not, or loses its answer. */
  around?: <T>(call: () => Promise<T>) => Promise<T>;
  /** Told each line of the run's log, with its properties filled in. */
  log?: (line: string) => void;
}

/** Variables that extensions of the catalogue read. */
const NAMES = [
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GH_HOST",
  "GITHUB_API_URL",
  "GH_CONFIG_DIR",
] as const;

/** Environment of one run. */
export type Variables = Partial<Record<typeof NAMES[number] | "PATH" | "HOME", string>>;

/**
 * Runs a method as a host would: arguments through their schema, every write against the declared
 * output's schema as strict JSON, nothing shared between runs. A method that fails throws; what it
 * wrote before is in {@linkcode runAll}.
 */
export async function run(
  model: Model,
  method: string,
  args: Record<string, unknown>,
  options: RunOptions = {},
): Promise<Written[]> {
  const { written, error } = await runAll(model, method, args, options);
  if (error !== undefined) throw error;
  return written;
}

/** As {@linkcode run}, but gives what was written and the error of a method that failed. */
export async function runAll(
  model: Model,
  method: string,
  args: Record<string, unknown>,
  options: RunOptions = {},
): Promise<{ written: Written[]; error: Error | undefined }> {
  const { globalArgs = {}, env = {}, signal = new AbortController().signal, log } = options;
  const data = options.data ?? new Map<string, Record<string, unknown>>();
  const specs = options.specs ?? new Map<string, string>();
  const written: Written[] = [];
  const reader = dataReader(data, specs);
  const around = options.around ?? ((call) => call());
  const say = (message: string, properties: Record<string, unknown> = {}) =>
    log?.(message.replaceAll(/\{(\w+)\}/g, (_, name) => String(properties[name])));
  const writeResource = (spec: string, name: string, content: object): Promise<DataHandle> => {
    const output = model.resources[spec];
    assert.ok(output, `the output ${spec} is not declared`);
    const json = JSON.parse(JSON.stringify(content));
    assert.ok(isClosed(output.schema), `${spec} must be a closed object`);
    assert.deepEqual(output.schema.parse(json), json);
    written.push({ spec, name, data: json });
    data.set(name, json);
    specs.set(name, spec);
    return Promise.resolve({ name, specName: spec, version: 1 });
  };
  const context = {
    globalArgs: model.globalArguments?.parse(globalArgs) ?? {},
    signal,
    logger: { debug: say, info: say, warn: say, error: say },
    writeResource,
    writeResources: (
      ...[first, second]: [string, readonly Item[]] | [readonly (Item & { spec: string })[]]
    ) => {
      const items = typeof first === "string"
        ? second!.map((item) => ({ ...item, spec: first }))
        : first;
      return around(() =>
        Promise.all(items.map((item) => writeResource(item.spec, item.name, item.data)))
      );
    },
    createFileWriter: (spec: string, name: string, overrides: { contentType?: string } = {}) => {
      const output = model.files?.[spec];
      assert.ok(output, `the file output ${spec} is not declared`);
      return Promise.resolve({
        writeAll: (bytes: Uint8Array) => {
          const contentType = overrides.contentType ?? output.contentType;
          options.files?.set(name, { contentType, bytes });
          written.push({ spec, name, data: {} });
          return Promise.resolve({ name, specName: spec, version: 1 });
        },
      });
    },
    readResource: (name: string) => Promise.resolve(data.get(name) ?? null),
    readResources: (names: readonly string[]) => around(() => reader.readResources(names)),
    listResources: (spec: string, page?: ListOptions) =>
      around(() => reader.listResources(spec, page)),
    deleteResource: (name: string) => {
      data.delete(name);
      specs.delete(name);
      return Promise.resolve();
    },
    ...options.context,
  };
  const chosen = model.methods[method];
  assert.ok(chosen, `there is no method ${method}`);
  const execute = chosen.execute as (args: unknown, context: unknown) => Promise<
    { dataHandles: DataHandle[] }
  >;
  try {
    const { dataHandles } = await withVariables(
      env,
      () => execute(chosen.arguments.parse(args), context),
    );
    // Written twice, a name has two versions; returned twice, the host refuses it.
    assert.deepEqual(
      dataHandles.map((handle) => handle.name).sort(),
      [...new Set(written.map((one) => one.name))].sort(),
    );
    return { written, error: undefined };
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return { written, error: error as Error };
  }
}

const closed = new WeakMap<z.ZodType, boolean>();

/** Whether an output's schema takes no other keys; asked once for each. */
function isClosed(schema: z.ZodType): boolean {
  const known = closed.get(schema) ??
    z.toJSONSchema(schema, { io: "output" }).additionalProperties === false;
  closed.set(schema, known);
  return known;
}

/** Calls `body` with exactly these of the variables that extensions read. */
async function withVariables<T>(variables: Variables, body: () => Promise<T>): Promise<T> {
  const before = [...NAMES, "PATH", "HOME"].map((name) => [name, Deno.env.get(name)] as const);
  for (const name of NAMES) Deno.env.delete(name);
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    return await body();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
}
