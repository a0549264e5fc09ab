import type { JsonSchema } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { schemaChecker } from "../../base/schema/check.ts";
import type { SchemaProblem } from "../../base/schema/problem.ts";
import { coerceInputs } from "./coerce.ts";
import { propertiesOf } from "../../base/schema/properties.ts";

/**
 * The inputs of a run as its definition declares them (runtime reference 3.3): texts become what the
 * schema asks for, defaults are filled in, and the whole is checked.
 *
 * @param needed of the required inputs those that are enforced
 * @throws SvcError `invalid_argument` with a line for each problem; `validation_failed` when the
 *   schema itself is none; `cancelled`
 */
export async function declaredInputs(
  schema: JsonSchema,
  given: Record<string, unknown>,
  { needed, signal }: { needed: ReadonlySet<string>; signal?: AbortSignal | undefined },
): Promise<Record<string, unknown>> {
  const inputs = inputDefaults(schema, coerceInputs(given, schema));
  const required = textsIn(schema["required"]).filter((name) => needed.has(name));
  const problems = await problemsOf({ ...schema, type: "object", required }, inputs, signal);
  if (problems.length === 0) return inputs;
  const details = new Map<string, SchemaProblem>();
  for (const { path, message } of problems) {
    const detail = { path, message: worded(schema, path, message) };
    // Which values there are says more than their type.
    if (!details.has(path) || detail.message.startsWith("must be one of:")) {
      details.set(path, detail);
    }
  }
  const lines = [...details.values()].map(({ path, message }) => `  ${path} ${message}`);
  const names = new Set(problems.flatMap(({ path }) => path.split(".")[0] || []));
  throw new SvcError("invalid_argument", `Input validation failed:\n${lines.join("\n")}`, {
    hint: names.size === 0
      ? "Give other inputs."
      : `Give ${[...names].map((name) => `--input ${name}=<value>`).join(" ")}`,
  });
}

/** The inputs with the defaults of the schema where nothing was given. */
export function inputDefaults(
  schema: JsonSchema,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const filled = Object.entries(properties).flatMap(([name, property]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      return property["default"] === undefined
        ? []
        : [[name, structuredClone(property["default"])]];
    }
    return isRecord(value) ? [[name, inputDefaults(property, value)]] : [];
  });
  return { ...given, ...Object.fromEntries(filled) };
}

async function problemsOf(
  schema: JsonSchema,
  inputs: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<SchemaProblem[]> {
  await using checker = schemaChecker();
  let failed: string | undefined;
  try {
    const problems = await checker.problems(schema, inputs, signal);
    failed = problems.map(({ message }) => /^could not be checked: ([^\n]*)/.exec(message)?.[1])
      .find((words) => words !== undefined);
    if (failed === undefined) return problems;
  } catch (error) {
    if (error instanceof SvcError) throw error;
    failed = error instanceof Error ? error.message.split("\n")[0] : String(error);
  }
  throw new SvcError(
    "validation_failed",
    `The definition's inputs are not a valid JSON Schema: ${failed}`,
    {
      hint: "Fix 'inputs' in the definition.",
    },
  );
}

/** What is wrong in the words that people who write definitions know. */
function worded(schema: JsonSchema, path: string, message: string): string {
  const part = schemaAt(schema, path.split("."));
  const type = /^must be (an? \w+), not/.exec(message)?.[1];
  if (type !== undefined) return `must be ${type}`;
  if (message.startsWith("must be one of") && Array.isArray(part?.["enum"])) {
    return `must be one of: ${(part["enum"] as unknown[]).map(String).join(", ")}`;
  }
  if (message === "is not declared") return "is not a valid input property";
  if (/too few items/i.test(message)) return `must have at least ${part?.["minItems"]} items`;
  if (/too many items/i.test(message)) return `must have at most ${part?.["maxItems"]} items`;
  if (/duplicate items/i.test(message)) return "must have unique items";
  return message;
}

function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  let part: unknown = schema;
  for (const key of path) {
    if (!isRecord(part)) return undefined;
    const properties = part["properties"];
    part = isRecord(properties) && Object.hasOwn(properties, key)
      ? properties[key]
      : part["items"] ?? part["additionalProperties"];
  }
  return isRecord(part) ? part : undefined;
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
