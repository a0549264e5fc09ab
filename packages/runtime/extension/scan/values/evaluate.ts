import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";
import type { Evaluation, Evaluator } from "./evaluator.ts";
import { expressionValues } from "./expression.ts";
import { createFrames } from "./frames.ts";
import { memberOf } from "./member.ts";
import { originValues } from "./name.ts";
import { union, UNKNOWN, type Value } from "./value.ts";

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
