import type { JsonSchema, MethodDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Definition } from "../definitions/definition.ts";
import { coerceInputs } from "../inputs/coerce.ts";
import { evaluateExpressions } from "../inputs/expression.ts";
import { mergeInto } from "../inputs/merge.ts";
import { secretsIn, withoutSecrets } from "../inputs/sensitive.ts";
import type { ResolvedType } from "../types/resolved.ts";

/** The arguments of one run. */
export interface RunArguments {
  /** As the method gets them: global arguments that it also declares lie under its own. */
  method: Record<string, unknown>;
  global: Record<string, unknown>;
  /** As they were given, expressions kept and secrets blanked, for the record of the run. */
  shownMethod: Record<string, unknown>;
  shownGlobal: Record<string, unknown>;
  /** Values that may not appear anywhere. */
  secrets: unknown[];
}

/**
 * The method of that name.
 *
 * @throws SvcError `unknown_method` listing those there are.
 */
export function methodOf(resolved: ResolvedType, name: string): MethodDescriptor {
  const method = resolved.model.methods.find((candidate) => candidate.name === name);
  if (method) return method;
  const names = resolved.model.methods.map((candidate) => candidate.name);
  const type = resolved.type.normalized;
  throw new SvcError(
    "unknown_method",
    `${type} has no method '${name}'. It has: ${names.join(", ")}`,
    {
      hint: `'svc model type describe ${type}' explains them.`,
    },
  );
}

/**
 * Merges preset and given inputs, turns texts into what the schemas ask for and evaluates expressions.
 * The values themselves are validated by the module's own schema, in the sandbox.
 *
 * @throws SvcError `unknown_argument`, `invalid_argument`, `vault_required`.
 */
export function runArguments(
  resolved: ResolvedType,
  definition: Definition,
  method: MethodDescriptor,
  inputs: Record<string, unknown>,
): RunArguments {
  const schema = method.arguments;
  const properties = Object.keys((schema["properties"] ?? {}) as object);
  const open = isOpen(schema);
  const unknown = Object.keys(inputs).filter((name) => !properties.includes(name));
  if (unknown.length > 0 && !open) {
    throw new SvcError(
      "unknown_argument",
      `Unknown method input(s): ${unknown.join(", ")}. Valid inputs are: ${
        properties.join(", ") || "none"
      }`,
      { hint: `'svc model type describe ${resolved.type.normalized}' explains them.` },
    );
  }
  const preset = structuredClone(definition.methods[method.name]?.arguments ?? {});
  const given = mergeInto(preset, inputs);
  const globalSchema = resolved.model.globalArguments ?? {};
  const global = evaluateExpressions(definition.globalArguments);
  const own = evaluateExpressions(given);
  const globalArguments = coerceInputs(global.value as Record<string, unknown>, globalSchema);
  const methodArguments = coerceInputs(own.value as Record<string, unknown>, schema);
  const missing = ((schema["required"] ?? []) as string[]).filter((name) =>
    methodArguments[name] === undefined && globalArguments[name] === undefined
  );
  if (missing.length > 0) {
    throw new SvcError(
      "invalid_argument",
      `Method arguments validation failed: ${
        missing.map((name) => `${name} is required (${typeName(schema, name)})`).join("; ")
      }`,
      {
        details: missing.map((path) => ({ path, message: "is required" })),
        hint: `Give ${missing.map((name) => `--input ${name}=<value>`).join(" ")}`,
      },
    );
  }
  const shared = open ? {} : Object.fromEntries(
    Object.entries(globalArguments).filter(([name]) => properties.includes(name)),
  );
  return {
    method: { ...shared, ...methodArguments },
    global: globalArguments,
    shownMethod: shown(schema, given),
    shownGlobal: shown(globalSchema, definition.globalArguments),
    secrets: [
      ...global.secrets,
      ...own.secrets,
      ...secretsIn(globalSchema, globalArguments),
      ...secretsIn(schema, { ...shared, ...methodArguments }),
    ],
  };
}

/** True for a schema without properties of its own that takes any: a record. */
export function isOpen(schema: JsonSchema): boolean {
  const rest = schema["additionalProperties"];
  return (typeof rest === "object" && rest !== null) || schema["properties"] === undefined;
}

function typeName(schema: JsonSchema, name: string): string {
  const property = ((schema["properties"] ?? {}) as Record<string, JsonSchema>)[name];
  return String(property?.["type"] ?? "any");
}

/** Expressions stay as they were written; a secret in the clear does not, nor one inside a JSON text. */
function shown(schema: JsonSchema, values: Record<string, unknown>): Record<string, unknown> {
  return withoutSecrets(schema, coerceInputs(values, schema), { expressions: true });
}
