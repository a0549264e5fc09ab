import type { AnyNode } from "acorn";
import { isFunction } from "../syntax/node.ts";
import type { Evaluation } from "./evaluator.ts";
import { union, UNKNOWN, type Value } from "./value.ts";

/** What a function returns, whoever calls it. */
export function returnedValues(evaluation: Evaluation, node: AnyNode): readonly Value[] {
  return isFunction(node) && !node.generator
    ? union(...(evaluation.program.returns.get(node) ?? []).map(evaluation.valuesOf))
    : [UNKNOWN];
}
