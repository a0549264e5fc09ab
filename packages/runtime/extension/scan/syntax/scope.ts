import type { AnyNode } from "acorn";
import type { ClassNode, FunctionNode } from "./node.ts";

declare module "acorn" {
  interface Node {
    /** The node it stands in; the program has none. */
    parent?: AnyNode;
    /** Where names used in it are looked up. */
    scope?: Scope;
  }
}

/** Names that are declared together, by a function or a block. */
export interface Scope {
  names: Map<string, Binding>;
  outer: Scope | undefined;
  /** The scope that `var` declares in. */
  hoisted: Scope;
  /** The function it belongs to; none for the module's own. */
  owner: FunctionNode | undefined;
}

/** A declared name: where its values come from, and who calls it. */
export interface Binding {
  /** The function it is declared in. */
  owner: FunctionNode | undefined;
  origins: Origin[];
  calls: CallNode[];
  /** True when it is also used otherwise than by calling it, so that not every caller is known. */
  passed: boolean;
}

/** A call, with or without `new`. */
export type CallNode = Extract<AnyNode, { type: "CallExpression" | "NewExpression" }>;

/** Where a value of a name comes from. */
export type Origin =
  | { from: "expression"; node: AnyNode }
  | { from: "parameter"; of: FunctionNode; index: number; rest: boolean }
  | { from: "member"; of: Origin; key: AnyNode; computed: boolean }
  | { from: "element"; of: Origin; index: number; rest: boolean }
  | { from: "default"; of: Origin; otherwise: AnyNode }
  | { from: "each"; of: AnyNode }
  | { from: "import"; specifier: string; name: string }
  | { from: "function"; node: FunctionNode }
  | { from: "class"; node: ClassNode }
  | { from: "unknown" };

/** A scope inside another; `owner` is given for that of a function. */
export function scopeInside(outer: Scope | undefined, owner?: FunctionNode): Scope {
  const scope: Partial<Scope> = { names: new Map(), outer, owner: owner ?? outer?.owner };
  scope.hoisted = outer === undefined || owner !== undefined ? scope as Scope : outer.hoisted;
  return scope as Scope;
}

/** The binding of a name in a scope, made when there is none yet. */
export function declared(scope: Scope, name: string): Binding {
  let binding = scope.names.get(name);
  if (binding === undefined) {
    binding = { owner: scope.owner, origins: [], calls: [], passed: false };
    scope.names.set(name, binding);
  }
  return binding;
}

/** What a name means where an identifier stands, undefined for a global. */
export function bindingOf(name: string, scope: Scope | undefined): Binding | undefined {
  for (let at = scope; at !== undefined; at = at.outer) {
    const binding = at.names.get(name);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** Each name of a pattern with where its value comes from. */
export function patternNames(
  pattern: AnyNode,
  origin: Origin,
): { identifier: Extract<AnyNode, { type: "Identifier" }>; origin: Origin }[] {
  switch (pattern.type) {
    case "Identifier":
      return [{ identifier: pattern, origin }];
    case "AssignmentPattern":
      return patternNames(pattern.left, { from: "default", of: origin, otherwise: pattern.right });
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        property.type === "RestElement"
          ? patternNames(property.argument, origin)
          : patternNames(property.value, {
            from: "member",
            of: origin,
            key: property.key,
            computed: property.computed,
          })
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element, index) =>
        element === null
          ? []
          : element.type === "RestElement"
          ? patternNames(element.argument, { from: "element", of: origin, index, rest: true })
          : patternNames(element, { from: "element", of: origin, index, rest: false })
      );
    default:
      return [];
  }
}
