import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";
import { bindingOf, type CallNode, type Origin } from "../syntax/scope.ts";
import { type FunctionNode, isClass, isFunction, keyOf } from "../syntax/node.ts";
import { callersOf } from "./callers.ts";
import { createFrames } from "./frames.ts";
import { memberOfClass, type MemberSource } from "./class_member.ts";
import { builtinModule, globalValue, platformMember, platformResult } from "./platform.ts";
import { arrayCall, textCall, textMember } from "./text_calls.ts";
import {
  concatenated,
  holeText,
  literalOf,
  plainText,
  union,
  UNKNOWN,
  type Value,
} from "./value.ts";

/** Tells what expressions of a module can be. */
export interface Evaluator {
  /** Empty for what is nothing, such as `undefined`. */
  valuesOf(node: AnyNode): readonly Value[];
  /** The values a pattern takes apart. */
  valuesFrom(origin: Origin): readonly Value[];
  /** A member of each value. */
  membersOf(values: readonly Value[], key: string): readonly Value[];
}

/** Expressions one inside the other that are followed: more is nobody's way to write a name. */
const DEEPEST = 120;

/** Steps in all: a stranger's code must not cost without end. */
const STEPS = 3_000_000;

/**
 * An evaluator for a module. It follows names to what was assigned, parameters to the callers, calls
 * to what is returned; what it cannot follow is unknown.
 *
 * @param nearby whether a call may be of a method with the same name that stands at another node
 */
export function createEvaluator(
  program: Program,
  nearby: (call: AnyNode, method: AnyNode) => boolean,
): Evaluator {
  const frames = createFrames();
  let depth = 0;
  let steps = 0;

  const following = <Key>(
    known: Map<Key, readonly Value[]>,
    key: Key,
    work: () => readonly Value[],
  ): readonly Value[] => {
    const before = known.get(key);
    if (before !== undefined) return before;
    steps += 1;
    if (depth >= DEEPEST || steps > STEPS) return [UNKNOWN];
    depth += 1;
    // What depends on itself adds nothing to itself.
    known.set(key, []);
    const found = union(work());
    known.set(key, found);
    depth -= 1;
    return found;
  };

  const valuesOf = (node: AnyNode): readonly Value[] =>
    frames.at(node, ({ values }) => following(values, node, () => evaluated(node)));

  const all = (nodes: readonly AnyNode[]) => union(...nodes.map(valuesOf));

  const evaluated = (node: AnyNode): readonly Value[] => {
    switch (node.type) {
      case "Literal":
        if (typeof node.value === "string") return [plainText(node.value)];
        return typeof node.value === "number" ? [plainText(String(node.value))] : [];
      case "TemplateLiteral":
        return concatenated(node.quasis.flatMap((quasi, index) => {
          const text = [plainText(quasi.value.cooked ?? "")];
          const hole = node.expressions[index];
          return hole === undefined ? [text] : [text, valuesOf(hole)];
        }));
      case "BinaryExpression":
        return node.operator === "+" ? concatenated(summands(node).map(valuesOf)) : [UNKNOWN];
      case "LogicalExpression":
        return node.operator === "&&" ? valuesOf(node.right) : all([node.left, node.right]);
      case "ConditionalExpression":
        return all([node.consequent, node.alternate]);
      case "SequenceExpression":
        return valuesOf(node.expressions.at(-1)!);
      case "AwaitExpression":
        return valuesOf(node.argument);
      case "ChainExpression":
      case "ParenthesizedExpression":
        return valuesOf(node.expression);
      case "AssignmentExpression":
        return node.operator === "="
          ? valuesOf(node.right)
          : union([UNKNOWN], valuesOf(node.right));
      case "Identifier":
        return ofName(node);
      case "ThisExpression":
        return ofThis(node);
      case "MemberExpression":
        return ofMember(node);
      case "CallExpression":
      case "NewExpression":
        return ofCall(node);
      case "ImportExpression": {
        const [specifier] = valuesOf(node.source).map(literalOf);
        return [specifier === undefined ? UNKNOWN : builtinModule(specifier) ?? UNKNOWN];
      }
      case "ObjectExpression":
        return [{ is: "object", node }];
      case "ArrayExpression":
        return [{ is: "array", elements: node.elements.map((one) => one ?? node) }];
      case "UnaryExpression":
        return node.operator === "void" ? [] : [UNKNOWN];
      default:
        if (isFunction(node)) return [{ is: "function", node }];
        return isClass(node) ? [{ is: "class", node }] : [UNKNOWN];
    }
  };

  const ofName = (node: Extract<AnyNode, { type: "Identifier" }>): readonly Value[] => {
    if (node.name === "undefined") return [];
    const binding = bindingOf(node.name, node.scope);
    if (binding === undefined) return [globalValue(node.name)];
    return frames.at(
      binding.owner,
      ({ values }) => following(values, binding, () => union(...binding.origins.map(valuesFrom))),
    );
  };

  const valuesFrom = (origin: Origin): readonly Value[] => {
    switch (origin.from) {
      case "expression":
        return valuesOf(origin.node);
      case "function":
        return [{ is: "function", node: origin.node }];
      case "class":
        return [{ is: "class", node: origin.node }];
      case "import": {
        const module = builtinModule(origin.specifier);
        if (module === undefined) return [UNKNOWN];
        return origin.name === "" ? [module] : membersOf([module], origin.name);
      }
      case "member": {
        const keys = origin.computed
          ? valuesOf(origin.key).map(literalOf)
          : [keyOf(origin.key, false)];
        const of = valuesFrom(origin.of);
        return union(...keys.map((key) => key === undefined ? [UNKNOWN] : membersOf(of, key)));
      }
      case "element": {
        const { index, rest } = origin;
        return union(
          ...valuesFrom(origin.of).map((value) =>
            value.is !== "array"
              ? [UNKNOWN]
              : rest
              ? [{ is: "array" as const, elements: value.elements.slice(index) }]
              : elementOf(value.elements[index])
          ),
        );
      }
      case "default": {
        const given = valuesFrom(origin.of);
        const certain = given.length > 0 && origin.of.from === "parameter" &&
          frames.argumentsOf(origin.of.of) !== undefined;
        return certain ? given : union(given, valuesOf(origin.otherwise));
      }
      case "each":
        return eachOf(valuesOf(origin.of));
      case "parameter":
        return ofParameter(origin);
      case "unknown":
        return [UNKNOWN];
    }
  };

  const elementOf = (node: AnyNode | undefined): readonly Value[] =>
    node === undefined ? [] : node.type === "SpreadElement" ? [UNKNOWN] : valuesOf(node);

  const eachOf = (lists: readonly Value[]): readonly Value[] =>
    union(
      ...lists.map((value) =>
        value.is === "array" ? union(...value.elements.map(elementOf)) : [UNKNOWN]
      ),
    );

  const ofParameter = (
    { of, index, rest }: Extract<Origin, { from: "parameter" }>,
  ): readonly Value[] => {
    const followed = frames.argumentsOf(of);
    if (followed !== undefined) {
      if (rest) return [{ is: "array", elements: followed.nodes.slice(index) }];
      return followed.args[index] ?? [];
    }
    const { calls, complete, items } = callersOf(of, program, nearby);
    if (items !== undefined) return index === 0 ? eachOf(valuesOf(items)) : [UNKNOWN];
    const given = calls.map((call): readonly Value[] => {
      if (rest) return [{ is: "array", elements: call.arguments.slice(index) }];
      const spread = call.arguments.findIndex((one) => one.type === "SpreadElement");
      if (spread !== -1 && spread <= index) return [UNKNOWN];
      const argument = call.arguments[index];
      return argument === undefined ? [] : valuesOf(argument);
    });
    return complete ? union(...given) : union(...given, [UNKNOWN]);
  };

  const ofThis = (node: AnyNode): readonly Value[] => {
    for (let at = node.parent; at !== undefined; at = at.parent) {
      if (at.type === "ClassBody") {
        return isClass(at.parent) ? [{ is: "instance", of: at.parent }] : [UNKNOWN];
      }
      if (isFunction(at) && at.type !== "ArrowFunctionExpression") {
        const holder = at.parent;
        if (holder?.type === "Property" && holder.parent?.type === "ObjectExpression") {
          return [{ is: "object", node: holder.parent }];
        }
        if (holder?.type !== "MethodDefinition") return [UNKNOWN];
      }
    }
    return [UNKNOWN];
  };

  const ofMember = (
    node: Extract<AnyNode, { type: "MemberExpression" }>,
  ): readonly Value[] => {
    if (node.object.type === "Super") return [UNKNOWN];
    const of = valuesOf(node.object);
    const key = keyOf(node.property, node.computed);
    if (key !== undefined) return membersOf(of, key);
    const keys = valuesOf(node.property).map(literalOf);
    if (keys.length > 0 && keys.every((one) => one !== undefined)) {
      return union(...keys.map((one) => membersOf(of, one)));
    }
    // A table that is looked up: one of what it holds.
    return union(
      ...of.map((value) =>
        value.is === "object"
          ? union(
            ...value.node.properties.map((property) =>
              property.type === "Property" ? valuesOf(property.value) : [UNKNOWN]
            ),
          )
          : eachOf([value])
      ),
    );
  };

  const membersOf = (of: readonly Value[], key: string): readonly Value[] =>
    union(...of.map((value) => memberOf(value, key)));

  const memberOf = (value: Value, key: string): readonly Value[] => {
    switch (value.is) {
      case "api":
        return [platformMember(value.path, key)];
      case "globalArgs":
        return [holeText("globalArgs", key)];
      case "text":
        return textMember(value, key);
      case "array":
        return /^\d+$/.test(key) ? elementOf(value.elements[Number(key)]) : [UNKNOWN];
      case "object":
        return membersKnown(value.node, key);
      case "class":
      case "instance":
        return ofClass(memberOfClass(value, key, program.fields));
      default:
        // What a method is given; everybody calls these two by their names.
        if (key === "globalArgs") return [{ is: "globalArgs" }];
        return [key === "repoDir" ? holeText("repository") : UNKNOWN];
    }
  };

  const membersKnown = (
    node: Extract<AnyNode, { type: "ObjectExpression" }>,
    key: string,
  ): readonly Value[] =>
    frames.at(node, ({ members }) => {
      const known = members.get(node) ?? new Map<string, readonly Value[]>();
      members.set(node, known);
      return following(known, key, () => ofObject(node, key));
    });

  const ofClass = (sources: readonly MemberSource[]): readonly Value[] =>
    sources.length === 0
      ? [UNKNOWN]
      : union(...sources.map(({ node, isGetter }) => isGetter ? returned(node) : valuesOf(node)));

  const ofObject = (
    { properties }: Extract<AnyNode, { type: "ObjectExpression" }>,
    key: string,
  ): readonly Value[] => {
    let open = false;
    for (const property of properties.toReversed()) {
      if (property.type === "SpreadElement") {
        const spread = membersOf(valuesOf(property.argument), key);
        if (spread.length > 0) return spread;
        continue;
      }
      const name = keyOf(property.key, property.computed);
      if (name === key) {
        return property.kind === "get" ? returned(property.value) : valuesOf(property.value);
      }
      open ||= name === undefined;
    }
    return open ? [UNKNOWN] : [];
  };

  const returned = (node: AnyNode): readonly Value[] =>
    isFunction(node) && !node.generator ? all(program.returns.get(node) ?? []) : [UNKNOWN];

  const ofFunction = (
    of: FunctionNode,
    call: CallNode,
    argument: (index: number) => readonly Value[],
  ): readonly Value[] => {
    const args = call.arguments.map((one, index) =>
      one.type === "SpreadElement" ? [UNKNOWN] : argument(index)
    );
    const nodes = call.arguments;
    if (call.arguments.some((one) => one.type === "SpreadElement")) return returned(of);
    return frames.within({ of, args, nodes }, () => returned(of)) ?? returned(of);
  };

  const ofCall = (node: CallNode): readonly Value[] => {
    const { callee } = node;
    if (callee.type === "Super") return [UNKNOWN];
    const args = node.arguments.map((argument) =>
      argument.type === "SpreadElement" ? undefined : argument
    );
    const argument = (index: number) => args[index] === undefined ? [] : valuesOf(args[index]!);
    const results: (readonly Value[])[] = [];
    if (callee.type === "MemberExpression" && callee.object.type !== "Super") {
      const name = keyOf(callee.property, callee.computed);
      for (const value of name === undefined ? [] : valuesOf(callee.object)) {
        if (value.is === "text") {
          results.push(textCall(value, name!, args.map((_, i) => argument(i))));
        }
        if (value.is === "array") {
          const call = arrayCall(value.elements, name!);
          if (call?.take !== undefined) results.push(elementOf(call.take));
          else if (call?.joined) {
            results.push(
              concatenated(
                value.elements.map(elementOf),
                literalOf(argument(0)[0] ?? plainText(",")) ?? ",",
              ),
            );
          } else if (call?.elements) results.push([{ is: "array", elements: call.elements }]);
        }
      }
      if (name === "bind") results.push(valuesOf(callee.object));
    }
    for (const value of valuesOf(callee)) {
      if (value.is === "api") {
        const spelled = args.map((_, index) => argument(index));
        const result = platformResult(value.path, spelled);
        if (result !== undefined) results.push(result);
      } else if (value.is === "function") results.push(ofFunction(value.node, node, argument));
      else if (value.is === "class" && node.type === "NewExpression") {
        results.push([{ is: "instance", of: value.node }]);
      }
    }
    const found = union(...results);
    if (found.some((value) => value.is !== "unknown")) return found;
    // Wrappers that hand on what they are given: a bundler's around require(), schema.parse().
    const handed = argument(0).filter((value) =>
      value.is === "globalArgs" || (value.is === "api" && value.path.startsWith("node:"))
    );
    return handed.length > 0 ? handed : [UNKNOWN];
  };

  return { valuesOf, valuesFrom, membersOf };
}

/** The operands of a chain of `+`, first one first. */
function summands(node: Extract<AnyNode, { type: "BinaryExpression" }>): AnyNode[] {
  const list: AnyNode[] = [];
  let at: AnyNode = node;
  while (at.type === "BinaryExpression" && at.operator === "+") {
    list.unshift(at.right);
    at = at.left;
  }
  return [at, ...list];
}
