import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";
import { type Binding, bindingOf, type CallNode } from "../syntax/scope.ts";
import { type FunctionNode, isClass, keyOf } from "../syntax/node.ts";

/** Who calls a function. */
export interface Callers {
  calls: readonly CallNode[];
  /** False when others may call it as well, and when nobody is seen to call it. */
  complete: boolean;
  /** The array whose items it is called with, when it is handed to `map` and the like. */
  items?: AnyNode;
}

/** More callers than these are not looked at. */
const MOST = 60;

const OVER_ITEMS = new Set(["map", "forEach", "flatMap", "filter", "some", "every", "find"]);

/** The calls of a function, as far as names tell. */
export function callersOf(
  fn: FunctionNode,
  program: Program,
  nearby: (call: AnyNode, method: AnyNode) => boolean,
): Callers {
  const parent = fn.parent!;
  if (fn.type === "FunctionDeclaration") return ofBinding(fn.id && bindingOf(fn.id.name, fn.scope));
  switch (parent.type) {
    case "VariableDeclarator":
      return ofBinding(
        parent.id.type === "Identifier" && bindingOf(parent.id.name, parent.id.scope),
      );
    case "AssignmentExpression":
      return ofBinding(
        parent.left.type === "Identifier" && bindingOf(parent.left.name, parent.left.scope),
      );
    case "CallExpression": {
      if (parent.callee === fn) return { calls: [parent], complete: true };
      const { callee } = parent;
      if (callee.type === "MemberExpression" && parent.arguments[0] === fn) {
        const name = keyOf(callee.property, callee.computed);
        if (name !== undefined && OVER_ITEMS.has(name)) {
          return { calls: [], complete: true, items: callee.object };
        }
      }
      return NONE;
    }
    case "MethodDefinition":
      if (parent.kind === "constructor") return ofConstructor(parent.parent?.parent);
      return ofMember(keyOf(parent.key, parent.computed), parent);
    case "PropertyDefinition":
    case "Property":
      return ofMember(keyOf(parent.key, parent.computed), parent);
    default:
      return NONE;
  }

  function ofMember(name: string | undefined, method: AnyNode): Callers {
    const calls = name === undefined ? [] : program.callsByMember.get(name) ?? [];
    const near: CallNode[] = [];
    for (const call of calls) {
      if (near.length === MOST) return { calls: near, complete: false };
      if (nearby(call, method)) near.push(call);
    }
    return { calls: near, complete: near.length > 0 };
  }
}

const NONE: Callers = { calls: [], complete: false };

function ofBinding(binding: Binding | undefined | null | false): Callers {
  if (!binding) return NONE;
  const { calls, passed } = binding;
  return {
    calls: calls.slice(0, MOST),
    complete: !passed && calls.length > 0 && calls.length <= MOST,
  };
}

function ofConstructor(node: AnyNode | undefined): Callers {
  if (!isClass(node)) return NONE;
  const declarator = node.parent;
  const name = declarator?.type === "VariableDeclarator" && declarator.id.type === "Identifier"
    ? declarator.id
    : node.id;
  const binding = name && bindingOf(name.name, name.scope);
  if (!binding) return NONE;
  // Handing a class around does not call it.
  return { calls: binding.calls.slice(0, MOST), complete: binding.calls.length > 0 };
}
