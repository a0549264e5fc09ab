import type { ASTNode } from "@marcbachmann/cel-js";

/** Operators whose result tells of their operands no more than yes or no. */
const VERDICTS: ReadonlySet<string> = new Set(
  ["==", "!=", "<", "<=", ">", ">=", "&&", "||", "!_", "in"],
);

/** Functions of the same kind, and those that count. */
const VERDICT_CALLS: ReadonlySet<string> = new Set([
  ...[
    "has",
    "size",
    "startsWith",
    "endsWith",
    "contains",
    "matches",
    "all",
    "exists",
    "exists_one",
  ],
  ...["hasValue", "indexOf", "lastIndexOf", "type", "bool"],
]);

/**
 * The names whose content may be part of what an expression gives: not those that are only compared,
 * counted or asked for in a condition.
 */
export function flowingNames(ast: ASTNode): Set<string> {
  const names = new Set<string>();
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(walk);
    if (typeof part !== "object" || part === null || !("op" in part)) return;
    const { op, args } = part as { op: string; args: unknown };
    if (op === "id") names.add(String(args));
    else if (op === "?:") walk((args as unknown[]).slice(1));
    else if (op === "call" || op === "rcall") {
      const [name, ...rest] = args as [string, ...unknown[]];
      if (!VERDICT_CALLS.has(name)) walk(rest);
    } else if (!VERDICTS.has(op)) walk(args);
  };
  walk(ast);
  return names;
}
