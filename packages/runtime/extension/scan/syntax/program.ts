import type { AnyNode } from "acorn";
import { type FunctionNode, isFunction, keyOf } from "./node.ts";
import { bindingOf, type CallNode, type Origin, patternNames } from "./scope.ts";

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

/** What a scan looks at among the nodes of a module, of which every name is declared. */
export function collected(nodes: readonly AnyNode[]): Program {
  const found: Collected = {
    calls: [],
    members: [],
    patterns: [],
    globals: [],
    templates: [],
    texts: [],
    callsByMember: new Map(),
    returns: new Map(),
    fields: new Map(),
  };
  for (const node of nodes) {
    collect(node, found);
    if (isFunction(node)) collectFunction(node, found);
  }
  return found;
}

/** A program while it is put together. */
interface Collected extends Program {
  callsByMember: Map<string, CallNode[]>;
  returns: Map<FunctionNode, AnyNode[]>;
  fields: Map<string, AnyNode[]>;
}

function collect(node: AnyNode, found: Collected): void {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
      return collectCall(node, found);
    case "MemberExpression":
      found.members.push(node);
      return;
    case "Identifier":
      return collectName(node, found);
    case "Literal":
      if (typeof node.value === "string") found.texts.push(node);
      return;
    case "TemplateLiteral":
      if (node.expressions.length === 0) found.texts.push(node);
      return;
    case "TaggedTemplateExpression":
      found.templates.push(node);
      return;
    case "ReturnStatement":
      if (node.argument && node.scope!.owner) add(found.returns, node.scope!.owner, node.argument);
      return;
    case "AssignmentExpression":
      return assign(node, found);
    case "VariableDeclarator":
      if (node.id.type === "ObjectPattern" && node.init) {
        const origin: Origin = { from: "expression", node: node.init };
        found.patterns.push({ pattern: node.id, origin });
      }
  }
}

function collectCall(node: CallNode, { calls, callsByMember }: Collected): void {
  calls.push(node);
  declareNamespace(node);
  const { callee } = node;
  if (callee.type === "Identifier") {
    bindingOf(callee.name, callee.scope)?.calls.push(node);
  } else if (callee.type === "MemberExpression") {
    const name = keyOf(callee.property, callee.computed);
    if (name !== undefined) add(callsByMember, name, node);
  }
}

/** `__export(names, { HOST: () => HOST })`, with which a bundler makes the object of `import * as names`. */
function declareNamespace({ callee, arguments: [names, members] }: CallNode): void {
  if (callee.type !== "Identifier" || !/^__export\d*$/.test(callee.name)) return;
  if (names?.type !== "Identifier" || members?.type !== "ObjectExpression") return;
  for (const property of members.properties) {
    if (property.type === "Property" && isFunction(property.value)) property.kind = "get";
  }
  const binding = bindingOf(names.name, names.scope);
  if (binding !== undefined) binding.origins = [{ from: "expression", node: members }];
}

function collectName(node: Extract<AnyNode, { type: "Identifier" }>, found: Collected): void {
  const parent = node.parent!;
  const called = (parent.type === "CallExpression" || parent.type === "NewExpression") &&
    parent.callee === node;
  if (called || !isValue(node)) return;
  const binding = bindingOf(node.name, node.scope);
  if (binding === undefined) found.globals.push(node);
  else if (parent.type !== "MemberExpression") binding.passed = true;
}

function collectFunction(node: FunctionNode, { patterns, returns }: Collected): void {
  node.params.forEach((pattern, index) => {
    if (pattern.type !== "ObjectPattern") return;
    const origin: Origin = { from: "parameter", of: node, index, rest: false };
    patterns.push({ pattern, origin });
  });
  if (node.type === "ArrowFunctionExpression" && node.expression) add(returns, node, node.body);
}

type Assignment = Extract<AnyNode, { type: "AssignmentExpression" }>;

function assign(node: Assignment, { patterns, fields }: Collected): void {
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
