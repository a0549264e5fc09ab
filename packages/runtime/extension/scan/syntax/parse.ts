import { type AnyNode, parse } from "acorn";
import { declare } from "./declare.ts";
import { eachChild, isFunction, keyOf } from "./node.ts";
import { collected, type Program } from "./program.ts";
import { type Binding, bindingOf, type Scope, scopeInside } from "./scope.ts";

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
