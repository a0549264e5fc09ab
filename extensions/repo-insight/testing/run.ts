import assert from "node:assert/strict";
import { z } from "npm:zod@4.6.7";
import type { DataHandle, MethodContext } from "../context.ts";
import { model } from "../repo_insight.ts";

/** A resource a method wrote. */
export interface Written {
  spec: string;
  name: string;
  data: Record<string, unknown>;
}

/** Environment of one run: variables to set; the others that the extension reads are unset. */
export type Variables = Partial<
  Record<"GH_TOKEN" | "GITHUB_TOKEN" | "GITHUB_API_URL" | "GH_CONFIG_DIR" | "PATH", string>
>;

/**
 * Runs a method as a host would: arguments through their schema, every write against the declared
 * output's schema as strict JSON, nothing shared between runs.
 */
export async function run(
  method: keyof typeof model.methods,
  args: Record<string, unknown>,
  variables: Variables,
  signal: AbortSignal = new AbortController().signal,
): Promise<Written[]> {
  const written: Written[] = [];
  const context: MethodContext = {
    signal,
    logger: { info() {}, warn() {} },
    writeResource(spec, name, data): Promise<DataHandle> {
      const output = model.resources[spec as keyof typeof model.resources];
      assert.ok(output, `the output ${spec} is not declared`);
      const json = JSON.parse(JSON.stringify(data));
      const schema = z.toJSONSchema(output.schema, { io: "output" });
      assert.ok(schema.additionalProperties === false, `${spec} must be a closed object`);
      assert.deepEqual(output.schema.parse(json), json);
      written.push({ spec, name, data: json });
      return Promise.resolve({ name, specName: spec, version: 1 });
    },
  };
  const chosen = model.methods[method];
  const execute = chosen.execute as (args: unknown, context: MethodContext) => Promise<{
    dataHandles: DataHandle[];
  }>;
  const { dataHandles } = await withVariables(
    variables,
    () => execute(chosen.arguments.parse(args), context),
  );
  assert.deepEqual(dataHandles.map((handle) => handle.name), written.map((one) => one.name));
  return written;
}

/** Calls `body` with exactly these of the variables that the extension reads. */
async function withVariables<T>(variables: Variables, body: () => Promise<T>): Promise<T> {
  const names = ["GH_TOKEN", "GITHUB_TOKEN", "GITHUB_API_URL", "GH_CONFIG_DIR"] as const;
  const before = [...names, "PATH" as const].map((name) => [name, Deno.env.get(name)] as const);
  for (const name of names) Deno.env.delete(name);
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
