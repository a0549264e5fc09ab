import { type AnyNode, parse } from "acorn";
import { eachChild, type FunctionNode, isClass, isFunction, keyOf } from "./node.ts";
import { collected, type Program } from "./program.ts";
import {
  type Binding,
  bindingOf,
  declared,
  type Origin,
  patternNames,
  type Scope,
  scopeInside,
} from "./scope.ts";

/** A file of a bundle. */
interface BundleFile {
  /** What another file of the bundle imports it as, after `./`. */
  name: string;
  code: string;
}

/**
 * Parses the files of a bundle and resolves their names, those they import from each other as well.
 * Positions of nodes go on from file to file, as if one stood after the other.
 *
 * @throws SyntaxError for what is not a JavaScript module, RangeError for what is nested too deeply.
 */
export function programOf(files: readonly BundleFile[]): Program {
  const nodes: AnyNode[] = [];
  const roots = new Map<string, AnyNode>();
  let base = 0;
  for (const { name, code } of files) {
    const root = parse(code, { ecmaVersion: "latest", sourceType: "module" });
    roots.set(name, root);
    link(root, base, nodes);
    base += code.length;
  }
  for (const node of nodes) declare(node);
  for (const root of roots.values()) connect(root, roots);
  return collected(nodes);
}

/** Adds every node, outer ones first, with its parent and scope set. No recursion: the code is a stranger's. */
function link(root: AnyNode, base: number, nodes: AnyNode[]): void {
  root.scope = scopeInside(undefined);
  const first = nodes.length;
  nodes.push(root);
  for (let at = first; at < nodes.length; at += 1) {
    const node = nodes[at]!;
    node.start += base;
    node.end += base;
    const inner = innerScope(node);
    eachChild(node, (child) => {
      child.parent = node;
      child.scope = inner;
      nodes.push(child);
    });
  }
}

/** Lets what a file imports from another be what that one exports. */
function connect(root: AnyNode, roots: ReadonlyMap<string, AnyNode>): void {
  if (root.type !== "Program") return;
  for (const node of root.body) {
    if (node.type !== "ImportDeclaration") continue;
    const target = roots.get(String(node.source.value).replace(/^\.\//, ""));
    if (target === undefined) continue;
    for (const specifier of node.specifiers) {
      if (specifier.type !== "ImportSpecifier") continue;
      const name = keyOf(specifier.imported, false);
      const binding = name === undefined ? undefined : exportedBinding(target, name);
      if (binding !== undefined) node.scope!.names.set(specifier.local.name, binding);
    }
  }
}

/** What a file exports under a name; a bundler lists all exports at the end. */
function exportedBinding(root: AnyNode, name: string): Binding | undefined {
  if (root.type !== "Program") return undefined;
  for (const node of root.body) {
    if (node.type !== "ExportNamedDeclaration") continue;
    for (const { exported, local } of node.specifiers) {
      if (keyOf(exported, false) === name && local.type === "Identifier") {
        return bindingOf(local.name, root.scope);
      }
    }
  }
  return undefined;
}

function innerScope(node: AnyNode): Scope {
  const scope = node.scope!;
  if (isFunction(node)) return scopeInside(scope, node);
  switch (node.type) {
    case "BlockStatement":
      return isFunction(node.parent) ? scope : scopeInside(scope);
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
    case "SwitchStatement":
    case "CatchClause":
    case "ClassExpression":
    case "StaticBlock":
      return scopeInside(scope);
    default:
      return scope;
  }
}

/** Enters what a node declares into its scope. */
function declare(node: AnyNode): void {
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
