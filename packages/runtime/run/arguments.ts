import type { JsonSchema, MethodDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Definition } from "../definitions/definition.ts";
import { assertKnownArguments } from "../definitions/known_arguments.ts";
import { coerceInputs } from "../inputs/coerce.ts";
import { evaluateDefinition, type Unresolved } from "../evaluation/evaluate.ts";
import type { ReadSecret } from "../evaluation/scope.ts";
import { mergeInto } from "../inputs/merge.ts";
import { secretsIn, withoutSecrets } from "../inputs/sensitive.ts";
import { holdsExpression } from "../inputs/template.ts";
import { createRedactor } from "../redaction/redactor.ts";
import type { Repository } from "../repository/repository.ts";
import { schemaChecker } from "../schema/check.ts";
import type { ResolvedType } from "../types/resolved.ts";

/** The arguments of one run. */
export interface RunArguments {
  /** As the method gets them: global arguments that it also declares lie under its own. */
  method: Record<string, unknown>;
  global: Record<string, unknown>;
  /** Global arguments whose expressions gave nothing, and why: touching one fails the method. */
  withheld: Record<string, string>;
  /** As they were given, expressions kept and secrets blanked, for the record of the run. */
  shownMethod: Record<string, unknown>;
  shownGlobal: Record<string, unknown>;
  /** Global arguments as they are written where secrets or the environment flow into them. */
  written: Record<string, unknown>;
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
  const waiting = resolved.grafts?.find((one) => !one.agreed && one.methods.includes(name));
  if (waiting !== undefined) throw notAgreed(waiting.name, resolved, `the method ${name}`);
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

/** The refusal of what a module adds to a type that the person did not agree to run. */
export function notAgreed(extension: string, { type }: ResolvedType, what: string): SvcError {
  return new SvcError(
    "consent_required",
    `${extension} adds ${what} to ${type.normalized}, but you have not agreed to run it here`,
    {
      hint: "Run 'svc extension install': it shows what is asked for and asks you. " +
        `'svc extension rm ${extension}' removes it.`,
    },
  );
}

/** What the arguments of a run are made from. */
export interface ArgumentsInput {
  repository: Repository;
  resolved: ResolvedType;
  definition: Definition;
  method: MethodDescriptor;
  /** What was given. */
  inputs: Record<string, unknown>;
  /** True for inputs of an extension, in which an expression is no more than a text. */
  literal?: boolean;
  /** Reads a secret of a vault. */
  secret?: ReadSecret | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Tells the definition's inputs from the method's, merges preset and given arguments, evaluates
 * expressions and turns texts into what the schemas ask for (runtime reference 3.3, steps 3 to 7). The
 * values themselves are validated by the module's own schema, in the sandbox.
 *
 * @throws SvcError `unknown_argument`, `invalid_argument`, `vault_required`; `timeout` or `memory_limit`
 *   for an expression that takes too much; `cancelled`.
 */
export async function runArguments(
  { repository, resolved, definition, method, inputs, literal, secret, signal }: ArgumentsInput,
): Promise<RunArguments> {
  assertKnownArguments(resolved, definition.globalArguments);
  const schema = method.arguments;
  const properties = Object.keys((schema["properties"] ?? {}) as object);
  const open = isOpen(schema);
  const { declared, others } = routedInputs(definition, inputs);
  const unknown = Object.keys(others).filter((name) => !properties.includes(name));
  if (unknown.length > 0 && !open) {
    const names = [...Object.keys(declaredProperties(definition)), ...properties];
    throw new SvcError(
      "unknown_argument",
      `Unknown method input(s): ${unknown.join(", ")}. Valid inputs are: ${
        [...new Set(names)].join(", ") || "none"
      }`,
      { hint: `'svc model type describe ${resolved.type.normalized}' explains them.` },
    );
  }
  const preset = structuredClone(definition.methods[method.name]?.arguments ?? {});
  const kept = Object.fromEntries(
    Object.entries(preset).filter(([name]) => !Object.hasOwn(others, name)),
  );
  const own = await checkedInputs(definition, declared, kept, signal);
  const given = mergeInto(structuredClone(preset), others);
  const globalSchema = resolved.model.globalArguments ?? {};
  const evaluation = await evaluateDefinition(repository, {
    definition,
    inputs: { ...others, ...own },
    arguments: literal ? preset : given,
    secret,
    signal,
  });
  const evaluated = literal ? mergeInto(evaluation.arguments, others) : evaluation.arguments;
  const withheld = withheldGlobals(evaluation.unresolved);
  const inherits = (name: string) =>
    !open && properties.includes(name) && evaluated[name] === undefined;
  assertResolved(evaluation.unresolved.filter(({ area, argument }) => {
    const replaced = literal && Object.hasOwn(others, argument);
    return area === "arguments" ? !replaced : inherits(argument);
  }));
  const globalArguments = coerceInputs(
    Object.fromEntries(
      Object.entries(evaluation.globalArguments).filter(([name]) => !Object.hasOwn(withheld, name)),
    ),
    globalSchema,
  );
  const methodArguments = coerceInputs(evaluated, schema);
  const missing = ((schema["required"] ?? []) as string[]).filter((name) =>
    methodArguments[name] === undefined && globalArguments[name] === undefined
  );
  if (missing.length > 0) throw missingArguments(schema, missing);
  // What does not fit is told in words that may hold the value.
  const { error: clean } = createRedactor([
    ...evaluation.secrets,
    ...secretsIn(globalSchema, globalArguments),
    ...secretsIn(schema, methodArguments),
  ]);
  const fits = (...what: Parameters<typeof assertFits>) =>
    assertFits(...what).catch((error) => Promise.reject(clean(error)));
  if (resolved.origin === "builtin") await fits("Method", schema, methodArguments, signal);
  // The code of a graft does not have the type's own schema.
  if (resolved.graft !== undefined) {
    const required = ((globalSchema["required"] ?? []) as string[])
      .filter((name) => !Object.hasOwn(withheld, name));
    await fits("Global", { ...globalSchema, required }, globalArguments, signal);
  }
  const shared = open ? {} : Object.fromEntries(
    Object.entries(globalArguments).filter(([name]) => properties.includes(name)),
  );
  return {
    method: { ...shared, ...methodArguments },
    global: globalArguments,
    withheld,
    written: evaluation.shown.globalArguments,
    shownMethod: shown(schema, given),
    shownGlobal: shown(globalSchema, definition.globalArguments),
    secrets: [
      ...evaluation.secrets,
      ...parsedSecrets(evaluation.shown.globalArguments, globalArguments),
      ...parsedSecrets(evaluation.shown.arguments, methodArguments),
      ...secretsIn(globalSchema, globalArguments),
      ...secretsIn(schema, { ...shared, ...methodArguments }),
      ...secretsIn(definition.inputs ?? {}, own),
    ],
  };
}

/** The inputs that the definition declares, and those that are arguments of the method. */
function routedInputs(
  definition: Definition,
  inputs: Record<string, unknown>,
): { declared: Record<string, unknown>; others: Record<string, unknown> } {
  const properties = declaredProperties(definition);
  const entries = Object.entries(inputs);
  return {
    declared: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(properties, name))),
    others: Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(properties, name))),
  };
}

function declaredProperties({ inputs }: Definition): Record<string, unknown> {
  return (inputs?.["properties"] ?? {}) as Record<string, unknown>;
}

/** Of the required inputs, those are enforced that the method's preset arguments refer to. */
async function checkedInputs(
  definition: Definition,
  given: Record<string, unknown>,
  preset: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  const { inputs: schema } = definition;
  if (schema === undefined) return {};
  const [{ declaredInputs }, { neededInputs }] = await Promise.all([
    import("../inputs/declared.ts"),
    import("../evaluation/names.ts"),
  ]);
  const known = new Set(Object.keys(declaredProperties(definition)));
  return await declaredInputs(schema, given, { needed: neededInputs(preset, known), signal });
}

function withheldGlobals(unresolved: readonly Unresolved[]): Record<string, string> {
  return Object.fromEntries(
    unresolved.filter(({ area }) => area === "globalArguments")
      .map(({ argument, reason }) => [argument, reason.message]),
  );
}

function assertResolved(unresolved: readonly Unresolved[]): void {
  const [first] = unresolved;
  if (first === undefined) return;
  if (unresolved.length === 1) throw first.reason;
  const { code, hint } = first.reason;
  const lines = unresolved.map(({ reason }) => `  ${reason.message}`);
  throw new SvcError(code, `Arguments could not be evaluated:\n${lines.join("\n")}`, {
    ...(hint === undefined ? {} : { hint }),
  });
}

/** For code that has no schema of its own in the sandbox. */
async function assertFits(
  what: "Method" | "Global",
  schema: JsonSchema,
  values: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await using checker = schemaChecker();
  const problems = await checker.problems(schema, values, signal);
  if (problems.length === 0) return;
  throw new SvcError(
    "invalid_argument",
    `${what} arguments validation failed: ${
      problems.map(({ path, message }) => `${message} at "${path}"`).join("; ")
    }`,
    { hint: "'svc model type describe' explains the arguments of a type." },
  );
}

/** The parts of secrets that were texts of JSON and became mappings or lists: each is a secret, too. */
function parsedSecrets(shown: unknown, value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (typeof shown === "string") return holdsExpression(shown) ? [value] : [];
  if (typeof shown !== "object" || shown === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    Object.hasOwn(shown, key) ? parsedSecrets((shown as Record<string, unknown>)[key], part) : []
  );
}

function missingArguments(schema: JsonSchema, missing: readonly string[]): SvcError {
  return new SvcError(
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
