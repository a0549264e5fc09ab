import type { AnyNode } from "acorn";
import type { FunctionNode } from "../syntax/node.ts";
import type { Value } from "./value.ts";

/** What was found out already, for one way to look at the code. */
export interface Known {
  values: Map<unknown, readonly Value[]>;
  members: Map<AnyNode, Map<string, readonly Value[]>>;
}

/** A function as one of its calls sees it: with the arguments of that call. */
interface Frame extends Known {
  of: FunctionNode;
  args: readonly (readonly Value[])[];
  /** The arguments as they are written. */
  nodes: readonly AnyNode[];
  outer: Frame | undefined;
  depth: number;
}

/** Keeps apart what a function gives for different calls. */
export interface Frames {
  /** Does the work in the frame that a node belongs to. */
  at<Result>(node: AnyNode | undefined, work: (known: Known) => Result): Result;
  /** Does the work for one call of a function; undefined where that goes too deep. */
  within<Result>(
    call: Pick<Frame, "of" | "args" | "nodes">,
    work: () => Result,
  ): Result | undefined;
  /** The arguments that the call gives which is being followed; undefined when it is none. */
  argumentsOf(fn: FunctionNode): Pick<Frame, "args" | "nodes"> | undefined;
}

/** Calls one inside the other that are told apart. */
const DEEPEST = 4;

/** Longest function of which calls are told apart, in characters: wrappers are short. */
const LONGEST = 1500;

/** Frames of which none is entered yet. */
export function createFrames(): Frames {
  const outside: Known = known();
  let current: Frame | undefined;
  const enter = <Result>(frame: Frame | undefined, work: () => Result): Result => {
    const before = current;
    current = frame;
    try {
      return work();
    } finally {
      current = before;
    }
  };
  return {
    at(node, work) {
      let frame = current;
      while (frame !== undefined && !isInside(frame.of, node)) frame = frame.outer;
      if (frame === current) return work(frame ?? outside);
      return enter(frame, () => work(frame ?? outside));
    },
    within(call, work) {
      const depth = (current?.depth ?? 0) + 1;
      if (depth > DEEPEST || call.of.end - call.of.start > LONGEST) return undefined;
      for (let frame = current; frame !== undefined; frame = frame.outer) {
        if (frame.of === call.of) return undefined;
      }
      return enter({ ...known(), ...call, outer: current, depth }, work);
    },
    argumentsOf(fn) {
      return current?.of === fn ? current : undefined;
    },
  };
}

function known(): Known {
  return { values: new Map(), members: new Map() };
}

function isInside(fn: FunctionNode, node: AnyNode | undefined): boolean {
  return node !== undefined && node.start >= fn.start && node.end <= fn.end;
}
