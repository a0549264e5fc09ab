import type { ASTNode } from "@marcbachmann/cel-js";

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
export function linearNodes(ast: ASTNode, fields: ReadonlySet<string>): number | undefined {
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
