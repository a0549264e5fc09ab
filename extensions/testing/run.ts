import assert from "node:assert/strict";
import * as z from "npm:zod@4.6.7";
import type { DataHandle } from "../platform/context.ts";

/** A resource a method wrote. */
export interface Written {
  spec: string;
  name: string;
  data: Record<string, unknown>;
}

/** A type as far as a run in process needs it. */
interface Model {
  globalArguments?: z.ZodType;
  resources: Record<string, { schema: z.ZodType }>;
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
  const written: Written[] = [];
  const say = (message: string, properties: Record<string, unknown> = {}) =>
    log?.(message.replaceAll(/\{(\w+)\}/g, (_, name) => String(properties[name])));
  const writeResource = (spec: string, name: string, content: object): Promise<DataHandle> => {
    const output = model.resources[spec];
    assert.ok(output, `the output ${spec} is not declared`);
    const json = JSON.parse(JSON.stringify(content));
    const schema = z.toJSONSchema(output.schema, { io: "output" });
    assert.ok(schema.additionalProperties === false, `${spec} must be a closed object`);
    assert.deepEqual(output.schema.parse(json), json);
    written.push({ spec, name, data: json });
    data.set(name, json);
    return Promise.resolve({ name, specName: spec, version: 1 });
  };
  const context = {
    globalArgs: model.globalArguments?.parse(globalArgs) ?? {},
    signal,
    logger: { debug: say, info: say, warn: say, error: say },
    writeResource,
    writeResources: (spec: string, items: readonly { name: string; data: object }[]) =>
      Promise.all(items.map((item) => writeResource(spec, item.name, item.data))),
    readResource: (name: string) => Promise.resolve(data.get(name) ?? null),
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
