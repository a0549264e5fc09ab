import type { AnyNode } from "acorn";
import { bindingOf, type Origin } from "../syntax/scope.ts";
import { keyOf } from "../syntax/node.ts";
import type { Evaluation } from "./evaluator.ts";
import { elementValues, itemValues } from "./item.ts";
import { valuesOfParameter } from "./parameter.ts";
import { builtinModule, globalValue } from "./platform.ts";
import { literalOf, union, UNKNOWN, type Value } from "./value.ts";

/** What a name can stand for. */
export function valuesOfName(
  evaluation: Evaluation,
  node: Extract<AnyNode, { type: "Identifier" }>,
): readonly Value[] {
  if (node.name === "undefined") return [];
  const binding = bindingOf(node.name, node.scope);
  if (binding === undefined) return [globalValue(node.name)];
  return evaluation.frames.at(
    binding.owner,
    ({ values }) =>
      evaluation.once(values, binding, () => union(...binding.origins.map(evaluation.valuesFrom))),
  );
}

/** The values a name or a pattern gets from where they come. */
export function originValues(evaluation: Evaluation, origin: Origin): readonly Value[] {
  switch (origin.from) {
    case "expression":
      return evaluation.valuesOf(origin.node);
    case "function":
      return [{ is: "function", node: origin.node }];
    case "class":
      return [{ is: "class", node: origin.node }];
    case "import": {
      const module = builtinModule(origin.specifier);
      if (module === undefined) return [UNKNOWN];
      return origin.name === "" ? [module] : evaluation.membersOf([module], origin.name);
    }
    case "member": {
      const keys = origin.computed
        ? evaluation.valuesOf(origin.key).map(literalOf)
        : [keyOf(origin.key, false)];
      const of = evaluation.valuesFrom(origin.of);
      return union(
        ...keys.map((key) => key === undefined ? [UNKNOWN] : evaluation.membersOf(of, key)),
      );
    }
    case "element": {
      const { index, rest } = origin;
      return union(
        ...evaluation.valuesFrom(origin.of).map((value) =>
          value.is !== "array"
            ? [UNKNOWN]
            : rest
            ? [{ is: "array" as const, elements: value.elements.slice(index) }]
            : elementValues(evaluation, value.elements[index])
        ),
      );
    }
    case "default": {
      const given = evaluation.valuesFrom(origin.of);
      const certain = given.length > 0 && origin.of.from === "parameter" &&
        evaluation.frames.argumentsOf(origin.of.of) !== undefined;
      return certain ? given : union(given, evaluation.valuesOf(origin.otherwise));
    }
    case "each":
      return itemValues(evaluation, evaluation.valuesOf(origin.of));
    case "parameter":
      return valuesOfParameter(evaluation, origin);
    case "unknown":
      return [UNKNOWN];
  }
}
