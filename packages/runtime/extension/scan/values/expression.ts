import type { AnyNode } from "acorn";
import { isClass, isFunction } from "../syntax/node.ts";
import { valuesOfCall } from "./call.ts";
import type { Evaluation } from "./evaluator.ts";
import { valuesOfMember, valuesOfThis } from "./member.ts";
import { valuesOfName } from "./name.ts";
import { builtinModule } from "./platform.ts";
import { concatenated, literalOf, pieces, plainText, union, UNKNOWN, type Value } from "./value.ts";

/** What an expression can be, by its form. */
export function expressionValues(evaluation: Evaluation, node: AnyNode): readonly Value[] {
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
