import type { AnyNode } from "acorn";
import type { Program } from "../syntax/program.ts";
import type { Origin } from "../syntax/scope.ts";
import type { Frames } from "./frames.ts";
import type { Value } from "./value.ts";

/** Tells what expressions of a module can be. */
export interface Evaluator {
  /** Empty for what is nothing, such as `undefined`. */
  valuesOf(node: AnyNode): readonly Value[];
  /** The values a pattern takes apart. */
  valuesFrom(origin: Origin): readonly Value[];
  /** A member of each value. */
  membersOf(values: readonly Value[], key: string): readonly Value[];
}

/** What the parts of an evaluator use of each other. */
export interface Evaluation extends Evaluator {
  readonly program: Program;
  readonly frames: Frames;
  /** Whether a call may be of a method with the same name that stands at another node. */
  nearby(call: AnyNode, method: AnyNode): boolean;
  /**
   * The values known for a key, else those that the work finds. Unknown beyond the limits on depth
   * and steps; what depends on itself adds nothing to itself.
   */
  once<Key>(
    known: Map<Key, readonly Value[]>,
    key: Key,
    work: () => readonly Value[],
  ): readonly Value[];
}
