import { unknownArguments, unknownArgumentWarnings } from "../definitions/known_arguments.ts";
import { SvcError } from "@svc/core/error";
import type { Definition, DefinitionEntry } from "../../repository/definitions/definition.ts";
import { definitionEntries, shownPath } from "../../repository/definitions/entries.ts";
import { LARGEST } from "../../repository/definitions/files.ts";
import { findDefinition } from "../../repository/definitions/find.ts";
import { missingUpgrades } from "../../repository/definitions/missing_upgrades.ts";
import { type DefinitionReading, inspectDefinition } from "../../repository/definitions/read.ts";
import { lineOf, type YamlMapping } from "../../repository/definitions/yaml.ts";
import { dottedPath } from "../evaluation/evaluate.ts";
import { among } from "../evaluation/data_calls.ts";
import type { Repository } from "../../repository/repository.ts";
import { type SchemaChecker, schemaChecker } from "../../base/schema/check.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import { argumentProblems, type FoundProblem } from "./arguments.ts";
import { type ExpressionFindings, inspectExpressions } from "./expressions.ts";
import {
  stepOf,
  type ValidationProblem,
  type ValidationReport,
  type ValidationSummary,
  type ValidationWarning,
} from "./report.ts";

/** How to validate. */
interface ValidateOptions {
  /** Looks at the arguments of this method only. */
  method?: string | undefined;
  /** The names of the vaults there are; asked when a definition takes a secret. No secret is read. */
  vaults?: (() => Promise<readonly string[]>) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Checks one behavior: its file, its arguments against its type, what its expressions refer to. Nothing
 * of the extension runs.
 *
 * @throws SvcError `definition_not_found`, `conflict`; `cancelled`
 */
export async function validateDefinition(
  repository: Repository,
  nameOrId: string,
  options: ValidateOptions = {},
): Promise<ValidationReport> {
  const all = await definitionEntries(repository);
  const broken = all.broken.find(({ path }) => baseName(path) === nameOrId);
  const known = all.entries.find(({ name, id }) => name === nameOrId || id === nameOrId);
  // A file that lacks something is reported; one that is not there, or there twice, is refused.
  if (known === undefined && broken === undefined) await findDefinition(repository, nameOrId);
  await using checker = schemaChecker();
  const path = known?.path ?? broken!.path;
  return await report({ repository, checker, entries: all.entries, ...options }, path);
}

/** Checks every file below `behaviors/`, broken ones included. */
export async function validateAll(
  repository: Repository,
  options: ValidateOptions = {},
): Promise<ValidationSummary> {
  const { entries, broken } = await definitionEntries(repository);
  await using checker = schemaChecker();
  const models: ValidationReport[] = [];
  for (const { path } of [...entries, ...broken].sort((a, b) => a.path < b.path ? -1 : 1)) {
    models.push(await report({ repository, checker, entries, ...options }, path));
  }
  const totalPassed = models.filter(({ passed }) => passed).length;
  return {
    models,
    totalPassed,
    totalFailed: models.length - totalPassed,
    totalWarnings: models.reduce((sum, { warnings }) => sum + warnings.length, 0),
    // A build that looks in the wrong folder must not pass.
    passed: models.length > 0 && totalPassed === models.length,
  };
}

interface Validation extends ValidateOptions {
  repository: Repository;
  checker: SchemaChecker;
  entries: readonly DefinitionEntry[];
}

async function report(input: Validation, file: string): Promise<ValidationReport> {
  const { repository, entries } = input;
  const path = shownPath(repository, file);
  const { size } = await Deno.stat(file);
  // What is larger is not read at all.
  const read: DefinitionReading = size > LARGEST
    ? { problems: [{ path: [], message: `has ${size} bytes; at most ${LARGEST} are read` }] }
    : await inspectDefinition(await Deno.readTextFile(file));
  const entry = entries.find((one) => one.path === file);
  const about = {
    modelId: entry?.id ?? "",
    modelName: entry?.name ?? baseName(file),
    type: entry?.type ?? "",
    path,
  };
  const schema = read.problems.map(({ path: at, message, line }) => ({
    path: dottedPath(at),
    message,
    ...(line === undefined ? {} : { line }),
  }));
  schema.push(...twins(input, file));
  if (read.definition === undefined) {
    const validations = [stepOf("Definition schema", schema)];
    return { ...about, validations, warnings: [], passed: false };
  }
  const { definition, mapping } = read;
  const lined = (problems: readonly FoundProblem[]) => withLines(mapping, problems);
  const expressions = inspectExpressions(definition, {
    names: entries.map(({ name }) => name),
    ids: entries.map(({ id }) => id),
    vaults: holdsSecret(definition) ? await input.vaults?.() : undefined,
  });
  const type = await typeOf(input, definition);
  const globals = "problem" in type ? [] : await globalProblems(input, definition, type);
  const upgrade = "problem" in type ? [] : upgradeWarning(definition, type, globals);
  const ofType = "problem" in type
    ? [stepOf("Global arguments", await lined([{ path: ["type"], message: type.problem }]))]
    : [
      stepOf("Global arguments", await lined(upgrade.length > 0 ? [] : globals)),
      stepOf("Method arguments", await lined(await methodProblems(input, definition, type))),
    ];
  const validations = [
    stepOf("Definition schema", schema),
    ...ofType,
    stepOf("Expression paths", await lined(expressions.problems)),
    ...("problem" in type
      ? []
      : [stepOf("Check selection", await lined(checkProblems(definition, type)))]),
  ];
  return {
    ...about,
    validations,
    warnings: [
      ...upgrade,
      ...warningsOf(expressions),
      ...("problem" in type ? [] : unknownOf(definition, type)),
    ],
    passed: validations.every(({ passed }) => passed),
  };
}

/** What a run does first to arguments that were made for an earlier version of the type. */
function upgradeWarning(
  definition: Definition,
  { model, type }: ResolvedType,
  problems: readonly FoundProblem[],
): ValidationWarning[] {
  const to = missingUpgrades(definition, model).at(-1);
  if (to === undefined) return [];
  const [problem] = problems;
  return [{
    name: "Upgrade",
    message:
      `is for ${type.normalized} ${definition.typeVersion}; its next run upgrades it to ${to} first` +
      (problem === undefined
        ? ""
        : `, which must change this: ${dottedPath(problem.path)} ${problem.message}`),
  }];
}

function warningsOf({ envVars, secrets }: ExpressionFindings): ValidationWarning[] {
  const names = (all: readonly string[]) => [...new Set(all)].join(", ");
  const variables = names(envVars.map(({ envVar }) => envVar));
  const keys = names(secrets.map(({ vault, key }) => `${key} of ${vault}`));
  return [
    ...(envVars.length === 0 ? [] : [{
      name: "Environment variables",
      message: `takes ${variables} from the environment of each run`,
      envVars,
    }]),
    ...(secrets.length === 0
      ? []
      : [{ name: "Secrets", message: `takes ${keys} from a vault at each run`, secrets }]),
  ];
}

function unknownOf({ globalArguments }: Definition, type: ResolvedType): ValidationWarning[] {
  return unknownArgumentWarnings(type, globalArguments)
    .map((message) => ({ name: "Global arguments", message }));
}

/** False for a definition that names no vault, so that none is looked for. */
function holdsSecret({ globalArguments, methods }: Definition): boolean {
  return JSON.stringify([globalArguments, methods]).includes("vault");
}

/** Other files with the same name or id. */
function twins({ repository, entries }: Validation, file: string): ValidationProblem[] {
  const own = entries.find(({ path }) => path === file);
  if (own === undefined) return [];
  return entries.filter(({ path }) => path !== file).flatMap(({ path, name, id }) => {
    const same = id.toLowerCase() === own.id.toLowerCase()
      ? "id"
      : name === own.name
      ? "name"
      : undefined;
    if (same === undefined) return [];
    return [{ path: same, message: `${shownPath(repository, path)} has the same ${same}` }];
  });
}

async function typeOf(
  { repository }: Validation,
  definition: Definition,
): Promise<ResolvedType | { problem: string }> {
  try {
    return await resolveType(repository, definition.type);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    return { problem: `${error.message}. ${error.hint ?? ""}`.trimEnd() };
  }
}

async function globalProblems(
  { checker, signal }: Validation,
  { globalArguments }: Definition,
  type: ResolvedType,
): Promise<FoundProblem[]> {
  const unknown = unknownArguments(type, globalArguments);
  return await argumentProblems(
    checker,
    { schema: type.model.globalArguments ?? { properties: {} }, input: type.model.globalInput },
    // Those are warned of.
    Object.fromEntries(
      Object.entries(globalArguments).filter(([name]) => !unknown.includes(name)),
    ),
    {
      at: ["globalArguments"],
      complete: true,
      signal,
    },
  );
}

async function methodProblems(
  { checker, signal, method: only }: Validation,
  { methods }: Definition,
  { model, type }: ResolvedType,
): Promise<FoundProblem[]> {
  const known = model.methods.map(({ name }) => name);
  const problems: FoundProblem[] = [];
  if (only !== undefined && !known.includes(only)) {
    throw new SvcError(
      "unknown_method",
      `${type.normalized} has no method '${only}'. ${among(only, known, "It has")}`,
    );
  }
  for (const [name, { arguments: args = {} }] of Object.entries(methods)) {
    if (only !== undefined && name !== only) continue;
    const method = model.methods.find((one) => one.name === name);
    const at = ["methods", name];
    if (method === undefined) {
      problems.push({ path: at, message: `is not a method. ${among(name, known, "There are")}` });
      continue;
    }
    problems.push(
      ...await argumentProblems(checker, { schema: method.arguments, input: method.input }, args, {
        at: [...at, "arguments"],
        complete: false,
        signal,
      }),
    );
  }
  return problems;
}

function checkProblems({ checks, resources }: Definition, { model }: ResolvedType): FoundProblem[] {
  const problems: FoundProblem[] = [];
  const compare = (at: string[], names: readonly string[], known: readonly string[]) => {
    for (const name of names) {
      if (known.includes(name)) continue;
      problems.push({
        path: at,
        message: `there is no '${name}'. ${among(name, known, "There are")}`,
      });
    }
  };
  // A type that was described before checks were says nothing of them.
  const known = model.checks?.map(({ name }) => name);
  if (known !== undefined) {
    compare(["checks", "require"], checks?.require ?? [], known);
    compare(["checks", "skip"], checks?.skip ?? [], known);
  }
  compare(
    ["resources"],
    Object.keys(resources ?? {}),
    model.dataOutputSpecs.map((one) => one.specName),
  );
  return problems;
}

async function withLines(
  mapping: YamlMapping,
  problems: readonly FoundProblem[],
): Promise<ValidationProblem[]> {
  return await Promise.all(problems.map(async ({ path, message }) => ({
    path: dottedPath(path),
    message,
    line: await lineOf(mapping, path),
  })));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
}
