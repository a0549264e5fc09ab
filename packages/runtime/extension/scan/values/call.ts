import type { AnyNode } from "acorn";
import { type FunctionNode, keyOf } from "../syntax/node.ts";
import type { CallNode } from "../syntax/scope.ts";
import type { Evaluation } from "./evaluator.ts";
import { elementValues } from "./item.ts";
import { platformResult } from "./platform.ts";
import { returnedValues } from "./returned.ts";
import { arrayCall, textCall } from "./text_calls.ts";
import { concatenated, literalOf, pieces, plainText, union, UNKNOWN, type Value } from "./value.ts";

/** What a call can give: a method of a text or an array, of the platform, or of the module itself. */
export function valuesOfCall(evaluation: Evaluation, node: CallNode): readonly Value[] {
  if (node.callee.type === "Super") return [UNKNOWN];
  const found = union(
    ...ofReceiver(evaluation, node),
    ...evaluation.valuesOf(node.callee).map((callee) => ofCallee(evaluation, callee, node)),
  );
  if (found.some((value) => value.is !== "unknown")) return found;
  return handedOn(argumentAt(evaluation, node, 0));
}

/** What an argument of a call can be; nothing where others are spread, or none is given. */
function argumentAt(evaluation: Evaluation, call: CallNode, index: number): readonly Value[] {
  const node = call.arguments[index];
  return node === undefined || node.type === "SpreadElement" ? [] : evaluation.valuesOf(node);
}

function argumentsOf(evaluation: Evaluation, call: CallNode): (readonly Value[])[] {
  return call.arguments.map((_, index) => argumentAt(evaluation, call, index));
}

/** What the methods of a text or an array give. */
function ofReceiver(evaluation: Evaluation, node: CallNode): (readonly Value[])[] {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.object.type === "Super") return [];
  const name = keyOf(callee.property, callee.computed);
  if (name === undefined) return [];
  const receivers = evaluation.valuesOf(callee.object);
  if (name === "bind") return [receivers];
  return receivers.map((value) => {
    if (value.is === "text") return textCall(value, name, argumentsOf(evaluation, node));
    return value.is === "array" ? ofArray(evaluation, value.elements, name, node) : [];
  });
}

function ofArray(
  evaluation: Evaluation,
  elements: readonly AnyNode[],
  name: string,
  node: CallNode,
): readonly Value[] {
  const call = arrayCall(elements, name);
  if (call?.take !== undefined) return elementValues(evaluation, call.take);
  if (call?.joined) {
    return concatenated(
      elements.map((one) => pieces(elementValues(evaluation, one))),
      literalOf(argumentAt(evaluation, node, 0)[0] ?? plainText(",")) ?? ",",
    );
  }
  return call?.elements === undefined ? [] : [{ is: "array", elements: call.elements }];
}

function ofCallee(evaluation: Evaluation, callee: Value, node: CallNode): readonly Value[] {
  switch (callee.is) {
    case "api":
      return platformResult(callee.path, argumentsOf(evaluation, node)) ?? [];
    case "function":
      return ofFunction(evaluation, callee.node, node);
    case "class":
      return node.type === "NewExpression" ? [{ is: "instance", of: callee.node }] : [];
    default:
      return [];
  }
}

/** What a function returns to this call, apart from what it returns to others. */
function ofFunction(
  evaluation: Evaluation,
  of: FunctionNode,
  call: CallNode,
): readonly Value[] {
  const everyCall = () => returnedValues(evaluation, of);
  const nodes = call.arguments;
  if (nodes.some((one) => one.type === "SpreadElement")) return everyCall();
  const args = argumentsOf(evaluation, call);
  return evaluation.frames.within({ of, args, nodes }, everyCall) ?? everyCall();
}

/** Wrappers that hand on what they are given: a bundler's around require(), schema.parse(). */
function handedOn(given: readonly Value[]): readonly Value[] {
  const handed = given.filter((value) =>
    value.is === "globalArgs" || value.is === "config" ||
    (value.is === "api" && value.path.startsWith("node:"))
  );
  return handed.length > 0 ? handed : [UNKNOWN];
}
