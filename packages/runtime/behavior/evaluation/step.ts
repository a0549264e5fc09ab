import { type ASTNode, Environment, EvaluationError } from "@marcbachmann/cel-js";
import { costOf } from "../../base/cel/cost.ts";
import { CEL_LIMITS, LONGEST_EXPRESSION } from "../../base/cel/limits.ts";
import { mixNumbers } from "../../base/cel/numbers.ts";
import { plainValue } from "../../base/cel/plain.ts";

/** What an expression asks for, such as `["env", "HOME"]` or `["call", "latest", "vpc", "main"]`. */
export type Question = readonly (string | number)[];

/** What is there in answer to a question. */
export type Answer =
  | { value: unknown }
  /** A mapping whose parts are asked for one by one. */
  | { mapping: true }
  /** There is nothing; `why` says so when the expression cannot do without. */
  | { absent: string }
  | { refused: string };

/** One try to evaluate an expression with what is known so far. */
export interface Step {
  expression: string;
  /** By the JSON of the question. */
  answers: Record<string, Answer>;
}

/** How a step ended: with a value, with questions to answer before the next one, or with a refusal. */
export type StepResult =
  | { value: unknown }
  | { questions: Question[] }
  | { refused: string; code?: string; key?: string };

/** In the place of a key: all of a mapping. Keys are texts. */
export const WHOLE = 0;

/** Characters of a result as JSON. */
const LARGEST_RESULT = 10_000_000;

/** The names an expression may use (runtime reference 4.2, 4.3). */
export const ROOTS = ["inputs", "self", "env", "model", "data", "file", "vault"] as const;

/** The functions of `data`, `file` and `vault`: those of cost nothing where they are evaluated. */
export const CALLS: ReadonlySet<string> = new Set(
  ["latest", "version", "listVersions", "findByTag", "findBySpec", "query", "contents", "get"],
);

/** Steps of an expression that are taken in this process; more, or an unknown number, get their own. */
const STEP_LIMIT = 5_000_000;

/**
 * True when an expression takes few steps for sure.
 *
 * @param characters of what its names stand for
 */
export function isCheap(ast: ASTNode, characters: number): boolean {
  return costOf(ast, characters, CALLS) <= STEP_LIMIT;
}

class DataFunctions {}
class FileFunctions {}
class VaultFunctions {}
class Unanswered extends Error {}

/**
 * Evaluates an expression as far as the answers go. It is evaluated again from the start once its
 * questions are answered: CEL has no side effects, and so the same code works in another process.
 */
export function evaluateStep({ expression, answers }: Step): StepResult {
  const questions: Question[] = [];
  const ask = (question: Question): unknown => {
    const answer = answers[JSON.stringify(question)];
    if (answer === undefined) {
      questions.push(question);
      throw new Unanswered();
    }
    if ("refused" in answer) throw new EvaluationError(answer.refused);
    if ("mapping" in answer) return lazyMap(question, ask);
    return "value" in answer ? celValue(answer.value) : undefined;
  };
  try {
    const parsed = parseStep(expression, ask);
    const value = plainValue(parsed(rootsOf(ask)));
    if (questions.length > 0) return { questions };
    const size = JSON.stringify(value ?? null).length;
    if (size > LARGEST_RESULT) return { refused: `gives more than ${LARGEST_RESULT} characters` };
    return { value: value ?? null };
  } catch (error) {
    if (questions.length > 0) return { questions };
    const { summary, code, message } = error as {
      summary?: string;
      code?: string;
      message: string;
    };
    const words = summary ?? message;
    const key = /^No such key: (.*)$/s.exec(words)?.[1];
    return {
      refused: words,
      ...(code === undefined ? {} : { code }),
      ...(key === undefined ? {} : { key }),
    };
  }
}

/**
 * Parses an expression over what definitions may name.
 *
 * @throws Error of the CEL library, or for a text that is too long
 */
export function parseStep(
  expression: string,
  ask: (question: Question) => unknown = () => undefined,
): ReturnType<Environment["parse"]> {
  if (expression.length > LONGEST_EXPRESSION) {
    throw new EvaluationError(`is longer than ${LONGEST_EXPRESSION} characters`);
  }
  return definitionEnvironment(ask).parse(expression);
}

function definitionEnvironment(ask: (question: Question) => unknown): Environment {
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: CEL_LIMITS,
  });
  for (const name of ["inputs", "self", "env", "model"]) environment.registerVariable(name, "dyn");
  environment.registerType("DataFunctions", DataFunctions);
  environment.registerType("FileFunctions", FileFunctions);
  environment.registerType("VaultFunctions", VaultFunctions);
  environment.registerVariable("data", "DataFunctions");
  environment.registerVariable("file", "FileFunctions");
  environment.registerVariable("vault", "VaultFunctions");
  environment.registerFunction(
    "VaultFunctions.get(string, string): string",
    (_: unknown, vault: string, key: string) => ask(["vault", vault, key]),
  );
  const call = (name: string) => (_: unknown, ...args: unknown[]) =>
    ask(["call", name, ...args.map(questionPart)]) ?? null;
  for (const signature of SIGNATURES) {
    const name = /\.(\w+)\(/.exec(signature)![1]!;
    environment.registerFunction(signature, call(name));
  }
  return mixNumbers(environment);
}

const SIGNATURES = [
  "DataFunctions.latest(string, string): dyn",
  "DataFunctions.latest(string, string, list): dyn",
  ...["int", "double"].flatMap((number) => [
    `DataFunctions.version(string, string, ${number}): dyn`,
    `DataFunctions.version(string, string, list, ${number}): dyn`,
  ]),
  "DataFunctions.listVersions(string, string): dyn",
  "DataFunctions.listVersions(string, string, list): dyn",
  "DataFunctions.findByTag(string, string): dyn",
  "DataFunctions.findBySpec(string, string): dyn",
  "DataFunctions.query(string): dyn",
  "DataFunctions.query(string, string): dyn",
  "FileFunctions.contents(string, string): dyn",
];

/** A value as CEL takes it: by its `constructor` it tells what a mapping is, so one with such a key is a Map. */
function celValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!JSON.stringify(value).includes('"constructor":')) return value;
  if (Array.isArray(value)) return value.map(celValue);
  const entries = Object.entries(value).map(([key, item]) => [key, celValue(item)] as const);
  return Object.hasOwn(value, "constructor") ? new Map(entries) : Object.fromEntries(entries);
}

function questionPart(value: unknown): string | number {
  if (Array.isArray(value)) return JSON.stringify(plainValue(value));
  return typeof value === "string" ? value : Number(value);
}

function rootsOf(ask: (question: Question) => unknown): Record<string, unknown> {
  return {
    inputs: lazyMap(["inputs"], ask),
    self: lazyMap(["self"], ask),
    env: lazyMap(["env"], ask),
    model: lazyMap(["model"], ask),
    data: new DataFunctions(),
    file: new FileFunctions(),
    vault: new VaultFunctions(),
  };
}

/** A mapping that asks for each part when it is read. It is a Map, as CEL takes nothing else for one. */
function lazyMap(
  question: Question,
  ask: (question: Question) => unknown,
): Map<string, unknown> {
  const map = new Map<string, unknown>();
  const whole = () => new Map(Object.entries(ask([...question, WHOLE]) as Record<string, unknown>));
  const get = (key: unknown) => ask([...question, String(key)]);
  Object.defineProperties(map, {
    get: { value: get },
    has: { value: (key: unknown) => get(key) !== undefined },
    size: { get: () => whole().size },
    keys: { value: () => whole().keys() },
    values: { value: () => whole().values() },
    entries: { value: () => whole().entries() },
    forEach: { value: (use: () => void) => whole().forEach(use) },
    [Symbol.iterator]: { value: () => whole().entries() },
  });
  return map;
}
