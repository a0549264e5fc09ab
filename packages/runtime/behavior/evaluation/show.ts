import type { JsonSchema } from "@svc/core/descriptor";
import { nameProblem } from "@svc/core/text";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { allDefinitions, findDefinition } from "../../repository/definitions/find.ts";
import { coerceInputs } from "../../repository/inputs/coerce.ts";
import { inputDefaults } from "../../repository/inputs/declared.ts";
import { blanked, withoutSecrets } from "../../repository/inputs/sensitive.ts";
import { holdsExpression } from "../../repository/inputs/template.ts";
import { parentOf } from "../../base/files/path.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { typeIfHere } from "../../consent/types/resolve.ts";
import { evaluateDefinition, type Evaluation } from "./evaluate.ts";

/** `svc behavior evaluate` (runtime reference 3.2): a definition as a run would take it. */
interface EvaluatedDefinition {
  id: string;
  name: string;
  type: string;
  hadExpressions: boolean;
  /** Secrets as `***`; texts that hold content of the environment as they are written. */
  globalArguments: Record<string, unknown>;
  /** The arguments preset for each method, in the same way. */
  methods: Record<string, { arguments: Record<string, unknown> }>;
  /** Texts whose expressions give nothing, and why. */
  unresolved: { path: string; reason: string }[];
}

/** A definition that was kept as it is evaluated. */
export interface StoredDefinition extends EvaluatedDefinition {
  /** Relative to the repository. */
  outputPath: string;
}

/**
 * Keeps what was evaluated in `.svc/definitions-evaluated/<type>/<name>.yaml`, for people and other
 * programs: no run reads it.
 */
export async function keepEvaluated(
  repository: Repository,
  evaluated: EvaluatedDefinition,
): Promise<StoredDefinition> {
  const { id, name, type, globalArguments, methods } = evaluated;
  const file = nameProblem(name) === undefined && /^[^/\\.][^/\\]*$/.test(name) ? name : id;
  const outputPath = `.svc/definitions-evaluated/${type}/${file}.yaml`;
  const path = ownPath(repository.root, outputPath);
  const { stringify } = await import("yaml");
  const text = stringify({ type, id, name, globalArguments, methods }, {
    lineWidth: 0,
    schema: "yaml-1.1",
  });
  await Deno.mkdir(parentOf(path), { recursive: true });
  await writeAtomic(path, text);
  return { ...evaluated, outputPath };
}

/** How to evaluate for showing. */
interface ShowOptions {
  /** What `inputs` stands for, beside the defaults. */
  inputs?: Record<string, unknown>;
  env?: (name: string) => string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * A behavior with its expressions evaluated. Nothing runs and nothing is written.
 *
 * @throws SvcError `definition_not_found`; `cancelled`
 */
export async function showEvaluated(
  repository: Repository,
  nameOrId: string,
  options: ShowOptions = {},
): Promise<EvaluatedDefinition> {
  return await shown(repository, await findDefinition(repository, nameOrId), options);
}

/**
 * Every behavior, each after those whose definitions it refers to.
 *
 * @throws SvcError `invalid_argument` when definitions refer to each other in a circle
 */
export async function showAllEvaluated(
  repository: Repository,
  options: ShowOptions = {},
): Promise<EvaluatedDefinition[]> {
  const { inOrder } = await import("./order.ts");
  const results: EvaluatedDefinition[] = [];
  for (const found of inOrder(await allDefinitions(repository))) {
    results.push(await shown(repository, found, options));
  }
  return results;
}

async function shown(
  repository: Repository,
  { definition, type }: FoundDefinition,
  { inputs = {}, env, signal }: ShowOptions,
): Promise<EvaluatedDefinition> {
  const presets = Object.fromEntries(
    Object.entries(definition.methods).map(([name, { arguments: args = {} }]) => [name, args]),
  );
  const schema = definition.inputs ?? {};
  const evaluation = await evaluateDefinition(repository, {
    definition,
    inputs: inputDefaults(schema, coerceInputs(inputs, schema)),
    arguments: presets,
    ...(env === undefined ? {} : { env }),
    signal,
  });
  const resolved = await typeIfHere(repository, type);
  return {
    id: definition.id,
    name: definition.name,
    type,
    hadExpressions: holdsExpression(definition.globalArguments) || holdsExpression(presets),
    ...masked(evaluation, resolved),
    unresolved: evaluation.unresolved.map(({ area, path, reason }) => ({
      path: area === "globalArguments" ? `globalArguments.${path}` : `methods.${path}`,
      reason: reason.message.slice(path.length + 2),
    })),
  };
}

/** Nobody can say of what is not here what is a secret. */
function masked(
  { shown }: Evaluation,
  resolved: ResolvedType | undefined,
): Pick<EvaluatedDefinition, "globalArguments" | "methods"> {
  const methods = shown.arguments as Record<string, Record<string, unknown>>;
  const model = resolved?.model;
  const clean = (schema: JsonSchema | undefined, values: Record<string, unknown>) =>
    schema === undefined ? blanked(values) : withoutSecrets(schema, values, { expressions: true });
  return {
    globalArguments: clean(model && (model.globalArguments ?? {}), shown.globalArguments),
    methods: Object.fromEntries(
      Object.entries(methods).map(([name, args]) => {
        const method = model?.methods.find((method) => method.name === name);
        return [name, { arguments: clean(method?.arguments, args) }];
      }),
    ),
  };
}
