import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";
import type { Evaluation, Evaluator } from "./evaluator.ts";
import { createFrames } from "./frames.ts";
import { memberOf, valuesOfMember, valuesOfThis } from "./member.ts";
import { originValues, valuesOfName } from "./name.ts";
import { concatenated, literalOf, pieces, plainText, union, UNKNOWN, type Value } from "./value.ts";
import { isClass, isFunction } from "../syntax/node.ts";
import { valuesOfCall } from "./call.ts";
import { builtinModule } from "./platform.ts";

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
  const evaluation: Evaluation = {
    program,
    frames: createFrames(),
    nearby,
    once: createOnce(),
    valuesOf: (node) =>
      evaluation.frames.at(
        node,
        ({ values }) => evaluation.once(values, node, () => expressionValues(evaluation, node)),
      ),
    valuesFrom: (origin) => originValues(evaluation, origin),
    membersOf: (values, key) => union(...values.map((value) => memberOf(evaluation, value, key))),
  };
  return evaluation;
}

function createOnce(): Evaluation["once"] {
  let depth = 0;
  let steps = 0;
  return (known, key, work) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    steps += 1;
    if (depth >= DEEPEST || steps > STEPS) return [UNKNOWN];
    depth += 1;
    // What depends on itself adds nothing to itself.
    known.set(key, []);
    const found: readonly Value[] = union(work());
    known.set(key, found);
    depth -= 1;
    return found;
  };
}

/** What an expression can be, by its form. */
function expressionValues(evaluation: Evaluation, node: AnyNode): readonly Value[] {
  switch (node.type) {
    case "Literal":
      if (typeof node.value === "string") return [plainText(node.value)];
      return typeof node.value === "number" ? [plainText(String(node.value))] : [];
    case "TemplateLiteral":
      return concatenated(node.quasis.flatMap((quasi, index) => {
        const text = [plainText(quasi.value.cooked ?? "")];
        const hole = node.expressions[index];
        return hole === undefined ? [text] : [text, pieces(evaluation.valuesOf(hole))];
      }));
    case "BinaryExpression":
      return node.operator === "+"
        ? concatenated(summands(node).map((one) => pieces(evaluation.valuesOf(one))))
        : [UNKNOWN];
    case "LogicalExpression":
      return node.operator === "&&"
        ? evaluation.valuesOf(node.right)
        : union(evaluation.valuesOf(node.left), evaluation.valuesOf(node.right));
    case "ConditionalExpression":
      return union(evaluation.valuesOf(node.consequent), evaluation.valuesOf(node.alternate));
    case "SequenceExpression":
      return evaluation.valuesOf(node.expressions.at(-1)!);
    case "AwaitExpression":
      return evaluation.valuesOf(node.argument);
    case "ChainExpression":
    case "ParenthesizedExpression":
      return evaluation.valuesOf(node.expression);
    case "AssignmentExpression":
      return node.operator === "="
        ? evaluation.valuesOf(node.right)
        : union([UNKNOWN], evaluation.valuesOf(node.right));
    case "Identifier":
      return valuesOfName(evaluation, node);
    case "ThisExpression":
      return valuesOfThis(node);
    case "MemberExpression":
      return valuesOfMember(evaluation, node);
    case "CallExpression":
    case "NewExpression":
      return valuesOfCall(evaluation, node);
    case "ImportExpression": {
      const [specifier] = evaluation.valuesOf(node.source).map(literalOf);
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
