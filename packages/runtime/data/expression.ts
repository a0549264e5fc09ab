import { type ASTNode, Environment } from "@marcbachmann/cel-js";
import { messageOf, SvcError } from "@svc/core/error";
import { CEL_LIMITS, LONGEST_EXPRESSION } from "../base/cel/limits.ts";
import { mixNumbers } from "../base/cel/numbers.ts";
import { plainValue } from "../base/cel/plain.ts";
import type { DataRecord } from "./record.ts";

/** Operators that take no longer than reading their operands once. */
const LINEAR: ReadonlySet<string> = new Set([
  ...["id", "value", "list", "map"],
  ...["==", "!=", "<", "<=", ">", ">=", "&&", "||", "!_", "?:"],
  ...[".", ".?", "[]", "-_", "-", "*", "/", "%"],
]);

/** Functions that do, by name. */
const LINEAR_CALLS: ReadonlySet<string> = new Set([
  "has",
  "size",
  "startsWith",
  "endsWith",
  "orValue",
]);

/** Data that may be large; all other fields of a record are short. */
const CONTENT_FIELDS: ReadonlySet<string> = new Set(["attributes", "content"]);

/**
 * How many nodes an expression has when each of them reads its operands at most once; undefined when
 * one may do more: walk a list for each item, match a pattern, join texts, or search one in another.
 *
 * @param fields the fields that it names
 */
function linearNodes(ast: ASTNode, fields: ReadonlySet<string>): number | undefined {
  const large = [...fields].some((field) => CONTENT_FIELDS.has(field));
  let count = 0;
  const isLinear = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.every(isLinear);
    if (typeof node !== "object" || node === null || !("op" in node)) return true;
    const { op, args } = node as { op: string; args: unknown };
    count++;
    if (op === "value" || op === "id") return true;
    if (op === "call" || op === "rcall") {
      const [name, ...rest] = args as [string, ...unknown[]];
      return LINEAR_CALLS.has(name) && isLinear(rest);
    }
    // Whether a large value is in a list takes a comparison with each item.
    if (op === "in") return !large && isLinear(args);
    return LINEAR.has(op) && isLinear(args);
  };
  return isLinear(ast) ? count : undefined;
}

/** The part of a record that an expression is evaluated over: what it names, and what errors show. */
export type SelectionRecord = Partial<DataRecord> & Pick<DataRecord, "name" | "modelName">;

/** The fields that an expression over data may name (runtime reference 4.4), and their CEL types. */
const FIELDS: Record<Exclude<keyof DataRecord, "namespace"> | "ns", string> = {
  id: "string",
  name: "string",
  version: "dyn",
  isLatest: "bool",
  createdAt: "string",
  attributes: "dyn",
  tags: "map",
  modelName: "string",
  modelId: "string",
  modelType: "string",
  specName: "string",
  dataType: "string",
  contentType: "string",
  lifetime: "string",
  ownerType: "string",
  streaming: "bool",
  size: "dyn",
  content: "dyn",
  ownerRef: "string",
  workflowRunId: "string",
  workflowName: "string",
  jobName: "string",
  stepName: "string",
  source: "string",
  ns: "string",
};

/** A CEL expression over the fields of a data record. */
export interface DataExpression {
  ast: ASTNode;
  /** The fields it names. */
  fields: ReadonlySet<string>;
  /** How often it reads what it names, at most; undefined when it may take far longer than that. */
  reads: number | undefined;
  /** The fields it names must be there. */
  evaluate(record: SelectionRecord): unknown;
}

/**
 * Reads a CEL expression.
 *
 * @param what what it is called in errors: `predicate`
 * @throws SvcError `invalid_argument` with the place of a mistake, or for an unknown field, listing
 *   those there are.
 */
export function parseExpression(text: string, what: string): DataExpression {
  if (text.length > LONGEST_EXPRESSION) {
    throw new SvcError(
      "invalid_argument",
      `The ${what} is longer than ${LONGEST_EXPRESSION} characters`,
    );
  }
  const environment = dataEnvironment();
  let parsed: ReturnType<Environment["parse"]>;
  try {
    parsed = environment.parse(text);
  } catch (error) {
    throw refused(what, error);
  }
  const checked = parsed.check();
  if (!checked.valid) throw refused(what, checked.error);
  const fields = fieldsOf(parsed.ast);
  return {
    ast: parsed.ast,
    fields,
    reads: linearNodes(parsed.ast, fields),
    evaluate(record) {
      const { namespace, ...rest } = record;
      return plainValue(parsed({ ...rest, ns: namespace }));
    },
  };
}

function dataEnvironment(): Environment {
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: CEL_LIMITS,
  });
  for (const [name, type] of Object.entries(FIELDS)) environment.registerVariable(name, type);
  return mixNumbers(environment);
}

function refused(what: string, error: unknown): SvcError {
  const message = messageOf(error);
  const unknown = /^Unknown variable: (\S+)/.exec(message)?.[1];
  return unknown === undefined
    ? new SvcError("invalid_argument", `The ${what} is not a valid expression: ${message}`, {
      hint: 'It is written in CEL, for example: modelName == "insight" && attributes.count > 3',
    })
    : new SvcError("invalid_argument", `The ${what} names an unknown field: ${unknown}`, {
      hint: `The fields are: ${Object.keys(FIELDS).join(", ")}`,
    });
}

/** The identifiers of an expression; a field of a field, as in `tags.version`, is none. */
function fieldsOf(node: ASTNode): Set<string> {
  const found = new Set<string>();
  const walk = (part: unknown) => {
    if (Array.isArray(part)) return part.forEach(walk);
    if (typeof part !== "object" || part === null || !("op" in part)) return;
    const { op, args } = part as { op: string; args: unknown };
    if (op === "id") found.add(String(args));
    else walk(args);
  };
  walk(node);
  return found;
}
