import type { AnyNode } from "acorn";
import { type FunctionNode, isClass, isFunction, keyOf } from "./node.ts";
import { declared, type Origin, patternNames, type Scope } from "./scope.ts";

/** Enters what a node declares into its scope. */
export function declare(node: AnyNode): void {
  if (isFunction(node)) return declareFunction(node);
  if (isClass(node)) {
    if (node.id) enter(node.id.scope!, node.id, { from: "class", node });
    return;
  }
  switch (node.type) {
    case "VariableDeclaration":
      return declareVariables(node);
    case "CatchClause":
      if (node.param) enter(node.param.scope!, node.param, { from: "unknown" });
      return;
    case "ImportDeclaration":
      return declareImports(node);
  }
}

function enter(scope: Scope, pattern: AnyNode, origin: Origin): void {
  for (const { identifier, origin: from } of patternNames(pattern, origin)) {
    declared(scope, identifier.name).origins.push(from);
  }
}

function declareFunction(node: FunctionNode): void {
  node.params.forEach((parameter, index) => {
    const rest = parameter.type === "RestElement";
    const origin: Origin = { from: "parameter", of: node, index, rest };
    enter(parameter.scope!, rest ? parameter.argument : parameter, origin);
  });
  if (!node.id) return;
  const scope = node.type === "FunctionDeclaration" ? node.scope! : node.id.scope!;
  enter(scope, node.id, { from: "function", node });
}

function declareVariables(node: Extract<AnyNode, { type: "VariableDeclaration" }>): void {
  const scope = node.kind === "var" ? node.scope!.hoisted : node.scope!;
  const loop = node.parent;
  for (const { id, init } of node.declarations) {
    if (init) enter(scope, id, { from: "expression", node: init });
    else if (loop?.type === "ForOfStatement" && loop.left === node) {
      enter(scope, id, { from: "each", of: loop.right });
    } else if (loop?.type === "ForInStatement" && loop.left === node) {
      enter(scope, id, { from: "unknown" });
    } else {
      for (const { identifier } of patternNames(id, { from: "unknown" })) {
        declared(scope, identifier.name);
      }
    }
  }
}

function declareImports(node: Extract<AnyNode, { type: "ImportDeclaration" }>): void {
  for (const specifier of node.specifiers) {
    const name = specifier.type === "ImportSpecifier" ? keyOf(specifier.imported, false) ?? "" : "";
    const origin: Origin = { from: "import", specifier: String(node.source.value), name };
    enter(node.scope!, specifier.local, origin);
  }
}
