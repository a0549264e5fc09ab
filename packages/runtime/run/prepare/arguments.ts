import type { MethodDescriptor } from "@svc/core/descriptor";
import type { Definition } from "../../repository/definitions/definition.ts";
import { unknownArgumentWarnings } from "../../behavior/definitions/known_arguments.ts";
import { coerceInputs } from "../../repository/inputs/coerce.ts";
import { evaluateDefinition, type Unresolved } from "../../behavior/evaluation/evaluate.ts";
import type { ReadSecret } from "../../behavior/evaluation/scope.ts";
import { mergeInto } from "../../repository/inputs/merge.ts";
import { secretsIn } from "../../repository/inputs/sensitive.ts";
import { createRedactor } from "../../sandbox/redaction/redactor.ts";
import type { Repository } from "../../repository/repository.ts";
import { argumentsReading } from "../../base/schema/input_reading.ts";
import { isOpen, propertiesOf, requiredOf } from "../../base/schema/properties.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { assertFits, assertRequired, assertResolved } from "./argument_validation.ts";
import { shownArguments } from "./shown_arguments.ts";
import { checkedInputs, splitInputs } from "./split_inputs.ts";
import { holdsExpression } from "../../repository/inputs/template.ts";

/** The arguments of one run. */
export interface RunArguments {
  /** As the method gets them: global arguments that it also declares are under its own. */
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
  /** What of the behavior's file does nothing. */
  warnings: string[];
}

/** What the arguments of a run are made from. */
interface ArgumentsInput {
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
export async function runArguments(input: ArgumentsInput): Promise<RunArguments> {
  const { resolved, definition, method } = input;
  const schema = method.arguments;
  const globalSchema = resolved.model.globalArguments ?? {};
  const { own, given, evaluation, evaluated, withheld } = await evaluatedArguments(input);

  const globalArguments = coerceInputs(
    without(evaluation.globalArguments, withheld),
    globalSchema,
  );
  const methodArguments = coerceInputs(evaluated, schema);
  assertRequired(argumentsReading(schema, method.input), methodArguments, globalArguments);
  const shared = sharedArguments(method, globalArguments);
  const secrets = [
    ...evaluation.secrets,
    ...parsedSecrets(evaluation.shown.globalArguments, globalArguments),
    ...parsedSecrets(evaluation.shown.arguments, methodArguments),
    ...secretsIn(globalSchema, globalArguments),
    ...secretsIn(schema, { ...shared, ...methodArguments }),
    ...secretsIn(definition.inputs ?? {}, own),
  ];
  await assertValid(input, { methodArguments, globalArguments, withheld, secrets });

  return {
    method: { ...shared, ...methodArguments },
    global: globalArguments,
    withheld,
    written: evaluation.shown.globalArguments,
    shownMethod: shownArguments(schema, given),
    shownGlobal: shownArguments(globalSchema, definition.globalArguments),
    secrets,
    warnings: unknownArgumentWarnings(resolved, definition.globalArguments),
  };
}

/** Preset and given arguments as one, and what their expressions give. */
async function evaluatedArguments(
  { repository, resolved, definition, method, inputs, literal, secret, signal }: ArgumentsInput,
) {
  const { declared, others } = splitInputs(resolved, { definition, method, inputs });
  const preset = structuredClone(definition.methods[method.name]?.arguments ?? {});
  const own = await checkedInputs(definition, declared, without(preset, others), signal);
  const given = mergeInto(structuredClone(preset), others);
  const evaluation = await evaluateDefinition(repository, {
    definition,
    inputs: { ...others, ...own },
    arguments: literal ? preset : given,
    secret,
    signal,
  });
  const evaluated = literal ? mergeInto(evaluation.arguments, others) : evaluation.arguments;
  const inherited = sharedNames(method);
  assertResolved(
    evaluation.unresolved.filter(({ area, argument }) =>
      area === "arguments"
        ? !(literal && Object.hasOwn(others, argument))
        : inherited.includes(argument) && evaluated[argument] === undefined
    ),
  );
  return { own, given, evaluation, evaluated, withheld: withheldGlobals(evaluation.unresolved) };
}

/** Checks what no schema in the sandbox will. What does not fit is told in words that may hold the value. */
async function assertValid(
  { resolved, method, signal }: ArgumentsInput,
  { methodArguments, globalArguments, withheld, secrets }: {
    methodArguments: Record<string, unknown>;
    globalArguments: Record<string, unknown>;
    withheld: Record<string, string>;
    secrets: readonly unknown[];
  },
): Promise<void> {
  try {
    if (resolved.origin === "builtin") {
      await assertFits("Method", argumentsReading(method.arguments), methodArguments, signal);
    }
    // The code of a graft does not have the type's own schema.
    if (resolved.graft !== undefined) {
      const { globalArguments: published = {}, globalInput } = resolved.model;
      const schema = argumentsReading(published, globalInput);
      const required = requiredOf(schema).filter((name) => !Object.hasOwn(withheld, name));
      await assertFits("Global", { ...schema, required }, globalArguments, signal);
    }
  } catch (error) {
    throw createRedactor(secrets).error(error);
  }
}

/** The names of global arguments that a method takes as its own when it gets no others. */
function sharedNames({ arguments: schema }: MethodDescriptor): string[] {
  return isOpen(schema) ? [] : Object.keys(propertiesOf(schema));
}

function sharedArguments(
  method: MethodDescriptor,
  globalArguments: Record<string, unknown>,
): Record<string, unknown> {
  const names = sharedNames(method);
  return Object.fromEntries(
    Object.entries(globalArguments).filter(([name]) => names.includes(name)),
  );
}

function withheldGlobals(unresolved: readonly Unresolved[]): Record<string, string> {
  return Object.fromEntries(
    unresolved.filter(({ area }) => area === "globalArguments")
      .map(({ argument, reason }) => [argument, reason.message]),
  );
}

function without(
  values: Record<string, unknown>,
  others: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !Object.hasOwn(others, name)),
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
