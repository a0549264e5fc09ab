import type { AnyNode } from "acorn";
import type { Evaluation } from "./evaluator.ts";
import { union, UNKNOWN, type Value } from "./value.ts";

/** What an element of an array can be; nothing beyond its end. */
export function elementValues(evaluation: Evaluation, node: AnyNode | undefined): readonly Value[] {
  return node === undefined
    ? []
    : node.type === "SpreadElement"
    ? [UNKNOWN]
    : evaluation.valuesOf(node);
}

/** What any item of the lists can be. */
export function itemValues(evaluation: Evaluation, lists: readonly Value[]): readonly Value[] {
  return union(
    ...lists.map((value) =>
      value.is === "array"
        ? union(...value.elements.map((one) => elementValues(evaluation, one)))
        : [UNKNOWN]
    ),
  );
}
