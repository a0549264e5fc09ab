import { type AnyNode, parse } from "acorn";
import {
  type Binding,
  bindingOf,
  type CallNode,
  declared,
  patternNames,
  scopeInside,
} from "./scope.ts";
import type { Origin, Scope } from "./scope.ts";
import { eachChild, type FunctionNode, isClass, isFunction, keyOf } from "./node.ts";

/** A module with its names resolved, and what a scan looks at. */
export interface Program {
  calls: CallNode[];
  members: Extract<AnyNode, { type: "MemberExpression" }>[];
  /** Patterns that take an object apart, with where the object comes from. */
  patterns: { pattern: Extract<AnyNode, { type: "ObjectPattern" }>; origin: Origin }[];
  /** Names that nothing in the module declares, where they are used as a value. */
  globals: Extract<AnyNode, { type: "Identifier" }>[];
  /** Templates with a function in front. */
  templates: Extract<AnyNode, { type: "TaggedTemplateExpression" }>[];
  /** Constant texts. */
  texts: AnyNode[];
  /** Calls of a member, by the member's name. */
  callsByMember: ReadonlyMap<string, readonly CallNode[]>;
  /** What the functions return. */
  returns: ReadonlyMap<FunctionNode, readonly AnyNode[]>;
  /** What is assigned to members of `this`, by name. */
  fields: ReadonlyMap<string, readonly AnyNode[]>;
}

/** A file of a bundle. */
export interface BundleFile {
  /** What another file of the bundle imports it as, after `./`. */
  name: string;
  code: string;
}

/**
 * Parses the files of a bundle and resolves their names, those they import from each other as well.
 * Positions of nodes go on from file to file, as if one stood after the other.
 *
 * @throws SyntaxError for what is no JavaScript module, RangeError for what is nested too deeply.
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
  const enter = (scope: Scope, pattern: AnyNode, origin: Origin) => {
    for (const { identifier, origin: from } of patternNames(pattern, origin)) {
      declared(scope, identifier.name).origins.push(from);
    }
  };
  if (isFunction(node)) {
    node.params.forEach((parameter, index) => {
      const rest = parameter.type === "RestElement";
      const origin: Origin = { from: "parameter", of: node, index, rest };
      enter(parameter.scope!, rest ? parameter.argument : parameter, origin);
    });
    if (!node.id) return;
    const scope = node.type === "FunctionDeclaration" ? node.scope! : node.id.scope!;
    enter(scope, node.id, { from: "function", node });
  } else if (isClass(node)) {
    if (node.id) enter(node.id.scope!, node.id, { from: "class", node });
  } else if (node.type === "VariableDeclaration") {
    const scope = node.kind === "var" ? node.scope!.hoisted : node.scope!;
    const loop = node.parent;
    for (const { id, init } of node.declarations) {
      if (init) enter(scope, id, { from: "expression", node: init });
      else if (loop?.type === "ForOfStatement" && loop.left === node) {
        enter(scope, id, { from: "each", of: loop.right });
      } else if (loop?.type === "ForInStatement" && loop.left === node) {
        enter(scope, id, { from: "unknown" });
      } else {for (const { identifier } of patternNames(id, { from: "unknown" })) {
          declared(scope, identifier.name);
        }}
    }
  } else if (node.type === "CatchClause" && node.param) {
    enter(node.param.scope!, node.param, { from: "unknown" });
  } else if (node.type === "ImportDeclaration") {
    for (const specifier of node.specifiers) {
      const name = specifier.type === "ImportSpecifier"
        ? keyOf(specifier.imported, false) ?? ""
        : "";
      const origin: Origin = { from: "import", specifier: String(node.source.value), name };
      enter(node.scope!, specifier.local, origin);
    }
  }
}

/** Goes over the nodes once more, now that every name is known. */
function collected(nodes: readonly AnyNode[]): Program {
  const callsByMember = new Map<string, CallNode[]>();
  const returns = new Map<FunctionNode, AnyNode[]>();
  const fields = new Map<string, AnyNode[]>();
  const found: Program = {
    calls: [],
    members: [],
    patterns: [],
    globals: [],
    templates: [],
    texts: [],
    callsByMember,
    returns,
    fields,
  };
  for (const node of nodes) {
    switch (node.type) {
      case "CallExpression":
      case "NewExpression": {
        found.calls.push(node);
        const { callee } = node;
        if (callee.type === "Identifier") {
          bindingOf(callee.name, callee.scope)?.calls.push(node);
        } else if (callee.type === "MemberExpression") {
          const name = keyOf(callee.property, callee.computed);
          if (name !== undefined) add(callsByMember, name, node);
        }
        break;
      }
      case "MemberExpression":
        found.members.push(node);
        break;
      case "Identifier":
        if (!isValue(node)) break;
        if (node.parent!.type === "CallExpression" || node.parent!.type === "NewExpression") {
          if (node.parent.callee === node) break;
        }
        {
          const binding = bindingOf(node.name, node.scope);
          if (binding === undefined) found.globals.push(node);
          else if (node.parent!.type !== "MemberExpression") binding.passed = true;
        }
        break;
      case "Literal":
        if (typeof node.value === "string") found.texts.push(node);
        break;
      case "TemplateLiteral":
        if (node.expressions.length === 0) found.texts.push(node);
        break;
      case "TaggedTemplateExpression":
        found.templates.push(node);
        break;
      case "ReturnStatement":
        if (node.argument && node.scope!.owner) add(returns, node.scope!.owner, node.argument);
        break;
      case "AssignmentExpression":
        assign(node, found.patterns, fields);
        break;
      case "VariableDeclarator":
        if (node.id.type === "ObjectPattern" && node.init) {
          found.patterns.push({
            pattern: node.id,
            origin: { from: "expression", node: node.init },
          });
        }
        break;
    }
    if (isFunction(node)) {
      node.params.forEach((pattern, index) => {
        if (pattern.type !== "ObjectPattern") return;
        const origin: Origin = { from: "parameter", of: node, index, rest: false };
        found.patterns.push({ pattern, origin });
      });
      if (node.type === "ArrowFunctionExpression" && node.expression) add(returns, node, node.body);
    }
  }
  return found;
}

type Assignment = Extract<AnyNode, { type: "AssignmentExpression" }>;

function assign(
  node: Assignment,
  patterns: Program["patterns"],
  fields: Map<string, AnyNode[]>,
): void {
  const { left, right, operator } = node;
  if (left.type === "MemberExpression") {
    const name = keyOf(left.property, left.computed);
    if (left.object.type === "ThisExpression" && name !== undefined) add(fields, name, right);
    return;
  }
  const plain = ["=", "??=", "||=", "&&="].includes(operator);
  // `a += b` adds to what `a` starts with, which stays among its origins.
  const origin: Origin = plain ? { from: "expression", node: right } : { from: "unknown" };
  if (left.type === "ObjectPattern") patterns.push({ pattern: left, origin });
  for (const { identifier, origin: from } of patternNames(left, origin)) {
    const binding = bindingOf(identifier.name, identifier.scope);
    if (binding !== undefined && (plain || binding.origins.length === 0)) {
      binding.origins.push(from);
    }
  }
}

function add<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

/** True for an identifier whose value is read, false for one that only names something. */
function isValue(node: Extract<AnyNode, { type: "Identifier" }>): boolean {
  const parent = node.parent!;
  switch (parent.type) {
    case "MemberExpression":
      return parent.object === node || parent.computed;
    case "Property":
      return (parent.value === node && parent.parent?.type !== "ObjectPattern") ||
        (parent.key === node && parent.computed);
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.value === node || parent.computed;
    case "VariableDeclarator":
      return parent.init === node;
    case "AssignmentExpression":
      return parent.right === node;
    case "AssignmentPattern":
      return parent.right === node;
    case "FunctionDeclaration":
    case "FunctionExpression":
      return false;
    case "ArrowFunctionExpression":
      return parent.body === node;
    case "ClassDeclaration":
    case "ClassExpression":
      return parent.superClass === node;
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "ExportSpecifier":
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "RestElement":
    case "ArrayPattern":
    case "CatchClause":
    case "MetaProperty":
      return false;
    case "UnaryExpression":
      return parent.operator !== "typeof";
    default:
      return true;
  }
}
