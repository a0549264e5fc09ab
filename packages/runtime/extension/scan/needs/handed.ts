import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";
import { type Binding, bindingOf, type Origin } from "../syntax/scope.ts";
import { keyOf } from "../syntax/node.ts";
import type { Evaluator } from "../values/evaluator.ts";
import { plainText, type Value } from "../values/value.ts";
import { urlEntry } from "./host_entry.ts";
import type { Need } from "./need.ts";
import { programEntry } from "./programs.ts";

/** Whose code a node is: a package as `npm:got@14.4.5`, or undefined for the author's own. */
export type PackageOf = (node: AnyNode) => string | undefined;

/** Packages that start the program they are given first. */
const STARTERS = new Set(
  ["execa", "cross-spawn", "nano-spawn", "tinyexec", "zx", "dax", "dax-sh", "@david/dax"],
);

/**
 * What the author's own code hands to packages that compute where they go: addresses for requests,
 * programs to start. The package alone tells neither.
 */
export function handedNeeds(program: Program, evaluator: Evaluator, packageOf: PackageOf): Need[] {
  const found: Need[] = [];
  for (const node of program.calls) {
    const owner = calledPackage(node.callee, node, packageOf);
    if (owner === undefined) continue;
    const by = owner.replace(/^npm:|(?<=.)@[^@]*$/g, "");
    for (const argument of node.arguments) {
      if (argument.type === "SpreadElement") continue;
      for (const value of handedValues(argument, evaluator)) {
        const entry = addressIn(value);
        if (entry !== undefined) found.push({ kind: "net", entry, by, node });
      }
    }
    const [first] = node.arguments;
    if (!STARTERS.has(by) || first === undefined || first.type === "SpreadElement") continue;
    found.push(...evaluator.valuesOf(first).map((value) => started(value, by, node)));
  }
  for (const node of program.templates) {
    const owner = calledPackage(node.tag, node, packageOf);
    const by = owner?.replace(/^npm:|(?<=.)@[^@]*$/g, "") ?? "";
    const text = node.quasi.quasis[0]?.value.cooked ?? "";
    if (STARTERS.has(by)) found.push(started(plainText(text), by, node));
  }
  return found;
}

/** `git log` starts git. */
function started(value: Value, by: string, node: AnyNode): Need {
  const [head] = value.is === "text" ? value.parts : [];
  const word = typeof head === "string" ? /^\s*(\S+)(?=\s|$)/.exec(head)?.[1] : undefined;
  const entry = programEntry(word === undefined ? value : plainText(word));
  return { kind: "run", entry, by, node };
}

/** The values of an argument, and of the properties of an object that is one. */
function handedValues(argument: AnyNode, evaluator: Evaluator): Value[] {
  return evaluator.valuesOf(argument).flatMap((value) =>
    value.is === "object"
      ? value.node.properties.flatMap((property) =>
        property.type === "Property" && ADDRESS.test(keyOf(property.key, property.computed) ?? "")
          ? evaluator.valuesOf(property.value)
          : []
      )
      : [value]
  );
}

const ADDRESS = /(?:ur[il]|endpoint|host|hostname|origin|server|domain|address)$/i;

/** The entry of what is an address for certain: spelled out, or a setting that goes by such a name. */
function addressIn(value: Value): string | undefined {
  if (value.is !== "text") return undefined;
  const [head] = value.parts;
  if (typeof head === "object" && !ADDRESS.test(head.name ?? "")) return undefined;
  return urlEntry(value) ?? undefined;
}

/** The package whose function a call of the author's own code is, undefined for any other call. */
function calledPackage(callee: AnyNode, call: AnyNode, packageOf: PackageOf): string | undefined {
  let at = callee;
  while (at.type === "MemberExpression" || at.type === "SequenceExpression") {
    at = at.type === "MemberExpression" ? at.object : at.expressions.at(-1)!;
  }
  if (at.type !== "Identifier") return undefined;
  const owner = declaringPackage(bindingOf(at.name, at.scope), packageOf, 0);
  return owner === undefined || packageOf(call) !== undefined ? undefined : owner;
}

function declaringPackage(
  binding: Binding | undefined,
  packageOf: PackageOf,
  depth: number,
): string | undefined {
  for (const origin of binding?.origins ?? []) {
    const node = nodeOf(origin);
    if (node === undefined) continue;
    const owner = packageOf(node);
    if (owner !== undefined) return owner;
    // A bundler's wrapper around a package: `toESM(require_axios())`.
    const inner = node.type === "CallExpression" ? node.arguments[0] : undefined;
    if (depth > 2 || inner?.type !== "CallExpression" || inner.callee.type !== "Identifier") {
      continue;
    }
    const { name, scope } = inner.callee;
    const below = declaringPackage(bindingOf(name, scope), packageOf, depth + 1);
    if (below !== undefined) return below;
  }
  return undefined;
}

function nodeOf(origin: Origin): AnyNode | undefined {
  if ("node" in origin) return origin.node;
  return origin.from === "member" || origin.from === "default" ? nodeOf(origin.of) : undefined;
}
