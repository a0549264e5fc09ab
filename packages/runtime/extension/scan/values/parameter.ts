import { type FunctionNode, keyOf } from "../syntax/node.ts";
import type { Origin } from "../syntax/scope.ts";
import { callersOf } from "./callers.ts";
import type { Evaluation } from "./evaluator.ts";
import { itemValues } from "./item.ts";
import { union, UNKNOWN, type Value } from "./value.ts";

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
