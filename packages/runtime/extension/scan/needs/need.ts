import type { AnyNode } from "acorn";
import type { PermissionKind } from "@svc/core/permission";
import type { CallNode } from "../syntax/scope.ts";
import { keyOf } from "../syntax/node.ts";
import type { Evaluator } from "../values/evaluator.ts";
import { literalOf, UNKNOWN, type Value } from "../values/value.ts";

/** A permission that a place in the code needs. */
export interface Need {
  kind: PermissionKind;
  /** Absent when it is computed. */
  entry?: string | undefined;
  /** What the code calls. */
  by: string;
  node: AnyNode;
}

/** A call of something of the platform. */
export interface PlatformCall {
  /** `Deno.readFile`. */
  path: string;
  node: CallNode;
  /** The values of an argument; none when it is not given. */
  argument(index: number): readonly Value[];
  /** The values of a property of an object that is an argument. */
  option(index: number, key: string): readonly Value[];
  /** True when an argument is an object written out, in some cases or in all. */
  isObject(index: number, how?: "some" | "every"): boolean;
}

/** A call as its needs are told from it. */
export function platformCall(path: string, node: CallNode, evaluator: Evaluator): PlatformCall {
  const spread = node.arguments.findIndex((one) => one.type === "SpreadElement");
  const argument = (index: number): readonly Value[] => {
    if (spread !== -1 && index >= spread) return [UNKNOWN];
    return node.arguments[index] === undefined ? [] : evaluator.valuesOf(node.arguments[index]);
  };
  return {
    path,
    node,
    argument,
    option: (index, key) =>
      argument(index).flatMap((value) =>
        value.is !== "object" || hasKey(value.node, key) ? evaluator.membersOf([value], key) : []
      ),
    isObject: (index, how = "some") => argument(index)[how](({ is }) => is === "object"),
  };
}

/** True when an object has a property of that name, or what spreads into it might. */
function hasKey(node: Extract<AnyNode, { type: "ObjectExpression" }>, key: string): boolean {
  return node.properties.some((property) =>
    property.type === "SpreadElement" || keyOf(property.key, property.computed) === key
  );
}

/** The needs for a list of values: one for each that names an entry, one for all that do not. */
export function needsFor(
  kind: PermissionKind,
  values: readonly Value[],
  entryOf: (value: Value) => string | undefined | null,
  { path, node }: Pick<PlatformCall, "path" | "node">,
): Need[] {
  const entries = values.map(entryOf).filter((entry) => entry !== null);
  return [...new Set(entries)].map((entry) => ({ kind, entry, by: path, node }));
}

/** The texts of values that are written out. */
export function literals(values: readonly Value[]): string[] {
  return values.map(literalOf).filter((text) => text !== undefined);
}
