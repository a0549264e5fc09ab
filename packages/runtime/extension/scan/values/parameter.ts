import { type FunctionNode, isClass, keyOf } from "../syntax/node.ts";
import { type Binding, bindingOf, type CallNode, type Origin } from "../syntax/scope.ts";
import type { Evaluation } from "./evaluator.ts";
import { itemValues } from "./item.ts";
import { union, UNKNOWN, type Value } from "./value.ts";
import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";

/** `createProvider(name, config)` of a vault and `createProvider(config)` of a datastore, which svc calls. */
function isConfiguration(of: FunctionNode, index: number): boolean {
  const { parent } = of;
  return parent?.type === "Property" && keyOf(parent.key, parent.computed) === "createProvider" &&
    index === of.params.length - 1;
}

/** What a parameter can be: what the call gives that is being followed, else what all callers give. */
export function valuesOfParameter(
  evaluation: Evaluation,
  { of, index, rest }: Extract<Origin, { from: "parameter" }>,
): readonly Value[] {
  const followed = evaluation.frames.argumentsOf(of);
  if (followed !== undefined) {
    if (rest) return [{ is: "array", elements: followed.nodes.slice(index) }];
    return followed.args[index] ?? [];
  }
  if (isConfiguration(of, index)) return [{ is: "config" }];
  const { calls, complete, items } = callersOf(of, evaluation.program, evaluation.nearby);
  if (items !== undefined) {
    return index === 0 ? itemValues(evaluation, evaluation.valuesOf(items)) : [UNKNOWN];
  }
  const given = calls.map((call): readonly Value[] => {
    if (rest) return [{ is: "array", elements: call.arguments.slice(index) }];
    const spread = call.arguments.findIndex((one) => one.type === "SpreadElement");
    if (spread !== -1 && spread <= index) return [UNKNOWN];
    const argument = call.arguments[index];
    return argument === undefined ? [] : evaluation.valuesOf(argument);
  });
  return complete ? union(...given) : union(...given, [UNKNOWN]);
}

/** Who calls a function. */
interface Callers {
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
function callersOf(
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
