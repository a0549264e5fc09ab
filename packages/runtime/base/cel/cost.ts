import type { ASTNode } from "@marcbachmann/cel-js";

/** Functions that read their operands once. */
const LINEAR: ReadonlySet<string> = new Set([
  ...[
    "has",
    "size",
    "startsWith",
    "endsWith",
    "orValue",
    "or",
    "optional",
    "of",
    "none",
    "hasValue",
  ],
  ...["string", "int", "uint", "double", "bool", "bytes", "dyn", "type", "base64", "hex", "json"],
  ...["lowerAscii", "upperAscii", "trim", "substring", "split", "at", "value", "first", "last"],
  ...["timestamp", "getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek"],
  ...["getHours", "getMinutes", "getSeconds"],
]);

/** Functions that may read one operand for each part of another, or whose result is a product. */
const QUADRATIC: ReadonlySet<string> = new Set([
  ...["contains", "indexOf", "lastIndexOf", "join"],
  ...["map", "filter", "all", "exists", "exists_one"],
]);

/**
 * The most steps that evaluating an expression takes, when the names in it together stand for so many
 * characters; Infinity for a pattern, a bound name, or a function whose cost is not known.
 *
 * Every name or literal counts for its size. Without a function that multiplies, no value grows beyond
 * the sum of those; each of these raises the bound to the next power.
 *
 * @param characters of what its names stand for
 * @param free functions that cost nothing here, such as those another process answers
 */
export function costOf(
  ast: ASTNode,
  characters: number,
  free: ReadonlySet<string> = new Set(),
): number {
  let nodes = 0;
  let size = 0;
  let power = 1;
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(walk);
    if (typeof part !== "object" || part === null || !("op" in part)) return;
    const { op, args } = part as { op: string; args: unknown };
    nodes++;
    if (op === "id") size += characters;
    else if (op === "value") size += typeof args === "string" ? args.length : 1;
    else if (op === "call" || op === "rcall") {
      const [name, ...rest] = args as [string, ...unknown[]];
      if (QUADRATIC.has(name)) power++;
      else if (!LINEAR.has(name) && !free.has(name)) power = Infinity;
      walk(rest);
    } else {
      if (op === "in") power++;
      walk(args);
    }
  };
  walk(ast);
  return nodes * Math.max(size, 2) ** power;
}
