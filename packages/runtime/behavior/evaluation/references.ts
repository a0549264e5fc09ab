import type { ASTNode } from "@marcbachmann/cel-js";
import { templateParts } from "../../repository/inputs/template.ts";
import { parsedExpression } from "./evaluator.ts";
import { indexedNames } from "./names.ts";
import { hyphenatedNames, type Scope } from "./scope.ts";
import { quotedSecretNames, type SecretName, secretNamesIn } from "./vault_names.ts";

/** What one text of a definition refers to, read from its expressions without evaluating them. */
export interface TextReferences {
  /** Keys and places, from the top of the value. */
  path: readonly (string | number)[];
  text: string;
  /** Names from the left, as far as they are written out: `["model", "vpc", "resource"]`. */
  chains: string[][];
  /** Behaviors that functions of `data` and `file` name. */
  behaviors: string[];
  /** Secrets of vaults that it takes. */
  secrets: SecretName[];
  /** Why an expression in it is none. */
  problem?: string;
}

/** What every text of a value refers to; texts without expressions are left out. */
export function referencesIn(value: unknown, scope: Scope): TextReferences[] {
  const found: TextReferences[] = [];
  const known = hyphenatedNames(scope);
  const walk = (part: unknown, path: readonly (string | number)[]): void => {
    if (typeof part === "string" && part.includes("${{")) {
      found.push({ path, text: part, ...referencesOf(part, known) });
    } else if (typeof part === "object" && part !== null) {
      const isList = Array.isArray(part);
      for (const [key, item] of Object.entries(part)) {
        walk(item, [...path, isList ? Number(key) : key]);
      }
    }
  };
  walk(value, []);
  return found;
}

function referencesOf(
  text: string,
  known: ReadonlySet<string>,
): Omit<TextReferences, "path" | "text"> {
  const chains: string[][] = [];
  const behaviors: string[] = [];
  const secrets: SecretName[] = [];
  for (const part of templateParts(text)) {
    if ("text" in part) continue;
    if ("unclosed" in part) {
      return {
        chains,
        behaviors,
        secrets,
        problem: "an expression begins with '${{' and does not end",
      };
    }
    try {
      const expression = indexedNames(quotedSecretNames(part.expression), known);
      const ast = parsedExpression(expression);
      secrets.push(...secretNamesIn(ast));
      collect(ast, chains, behaviors);
    } catch (error) {
      const problem = `${part.whole} ${(error as Error).message}`;
      return { chains, behaviors, secrets, problem };
    }
  }
  return { chains, behaviors, secrets };
}

function collect(ast: ASTNode, chains: string[][], behaviors: string[]): void {
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!isNode(node)) return;
    const { op, args } = node;
    const chain = chainOf(node);
    if (chain !== undefined) chains.push(chain);
    else if (op === "rcall") {
      const [, receiver, rest] = args as [string, unknown, unknown[]];
      const first = Array.isArray(rest) ? rest[0] : undefined;
      const root = isNode(receiver) && receiver.op === "id" ? receiver.args : undefined;
      const [name] = args as [string];
      const takesBehavior = (root === "data" && !["query", "findByTag"].includes(name)) ||
        root === "file";
      if (takesBehavior && isNode(first) && first.op === "value") {
        behaviors.push(String(first.args));
      }
      walk(receiver);
      walk(rest);
    } else if (op === "call") {
      const [name, rest] = args as [string, unknown[]];
      // Whether something is there may be asked of what is not.
      if (name !== "has") walk(rest);
    } else if (op === ".?" || op === "[?]") walk((args as unknown[])[0]);
    else walk(args);
  };
  walk(ast);
}

/** `model.vpc["resource"]` as its names; undefined for anything else than names behind a name. */
function chainOf(node: Node): string[] | undefined {
  if (node.op === "id") return [String(node.args)];
  if (node.op !== "." && node.op !== "[]") return undefined;
  const [left, right] = node.args as [unknown, unknown];
  const before = isNode(left) ? chainOf(left) : undefined;
  if (before === undefined) return undefined;
  if (typeof right === "string") return [...before, right];
  return isNode(right) && right.op === "value" && typeof right.args === "string"
    ? [...before, right.args]
    : undefined;
}

interface Node {
  op: string;
  args: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "op" in value;
}
