import type { AnyNode } from "acorn";
import { type ClassNode, isClass, isFunction, keyOf } from "../syntax/node.ts";
import type { Evaluation } from "./evaluator.ts";
import { elementValues, itemValues } from "./item.ts";
import { EXTENSION_FILE, platformMember } from "./platform.ts";
import { returnedValues } from "./returned.ts";
import { textMember } from "./text_calls.ts";
import { holeText, literalOf, union, UNKNOWN, type Value } from "./value.ts";

/** What `this` can be. */
export function valuesOfThis(node: AnyNode): readonly Value[] {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (at.type === "ClassBody") {
      return isClass(at.parent) ? [{ is: "instance", of: at.parent }] : [UNKNOWN];
    }
    if (isFunction(at) && at.type !== "ArrowFunctionExpression") {
      const holder = at.parent;
      if (holder?.type === "Property" && holder.parent?.type === "ObjectExpression") {
        return [{ is: "object", node: holder.parent }];
      }
      if (holder?.type !== "MethodDefinition") return [UNKNOWN];
    }
  }
  return [UNKNOWN];
}

/** What a member expression can be. */
export function valuesOfMember(
  evaluation: Evaluation,
  node: Extract<AnyNode, { type: "MemberExpression" }>,
): readonly Value[] {
  if (node.object.type === "Super") return [UNKNOWN];
  const of = evaluation.valuesOf(node.object);
  const key = keyOf(node.property, node.computed);
  if (key !== undefined) return evaluation.membersOf(of, key);
  const keys = evaluation.valuesOf(node.property).map(literalOf);
  if (keys.length > 0 && keys.every((one) => one !== undefined)) {
    return union(...keys.map((one) => evaluation.membersOf(of, one)));
  }
  // A table that is looked up: one of what it holds.
  return union(
    ...of.map((value) =>
      value.is === "object"
        ? union(
          ...value.node.properties.map((property) =>
            property.type === "Property" ? evaluation.valuesOf(property.value) : [UNKNOWN]
          ),
        )
        : itemValues(evaluation, [value])
    ),
  );
}

/** What a member of a value can be. */
export function memberOf(evaluation: Evaluation, value: Value, key: string): readonly Value[] {
  switch (value.is) {
    case "api":
      return [platformMember(value.path, key)];
    case "globalArgs":
      return [holeText("globalArgs", key)];
    case "config":
      return [holeText("config", key)];
    case "text":
      return textMember(value, key);
    case "array":
      return /^\d+$/.test(key) ? elementValues(evaluation, value.elements[Number(key)]) : [UNKNOWN];
    case "object":
      return membersOfObject(evaluation, value.node, key);
    case "class":
    case "instance":
      return membersOfClass(evaluation, memberOfClass(value, key, evaluation.program.fields));
    default:
      // What a method is given; everybody calls these by their names.
      if (key === "globalArgs") return [{ is: "globalArgs" }];
      if (key === "extensionFile") return [{ is: "api", path: EXTENSION_FILE }];
      return [key === "repoDir" ? holeText("repository") : UNKNOWN];
  }
}

function membersOfObject(
  evaluation: Evaluation,
  node: Extract<AnyNode, { type: "ObjectExpression" }>,
  key: string,
): readonly Value[] {
  return evaluation.frames.at(node, ({ members }) => {
    const known = members.get(node) ?? new Map<string, readonly Value[]>();
    members.set(node, known);
    return evaluation.once(known, key, () => memberInObject(evaluation, node, key));
  });
}

function membersOfClass(
  evaluation: Evaluation,
  sources: readonly MemberSource[],
): readonly Value[] {
  return sources.length === 0
    ? [UNKNOWN]
    : union(...sources.map(({ node, isGetter }) =>
      isGetter ? returnedValues(evaluation, node) : evaluation.valuesOf(node)
    ));
}

function memberInObject(
  evaluation: Evaluation,
  { properties }: Extract<AnyNode, { type: "ObjectExpression" }>,
  key: string,
): readonly Value[] {
  let open = false;
  for (const property of properties.toReversed()) {
    if (property.type === "SpreadElement") {
      const spread = evaluation.membersOf(evaluation.valuesOf(property.argument), key);
      if (spread.length > 0) return spread;
      continue;
    }
    const name = keyOf(property.key, property.computed);
    if (name === key) {
      return property.kind === "get"
        ? returnedValues(evaluation, property.value)
        : evaluation.valuesOf(property.value);
    }
    open ||= name === undefined;
  }
  return open ? [UNKNOWN] : [];
}

/** What gives a member its value: the node itself, or what it returns. */
interface MemberSource {
  node: AnyNode;
  isGetter: boolean;
}

/** What gives a member of a class, or of its instances, its value. */
function memberOfClass(
  of: { is: "class"; node: ClassNode } | { is: "instance"; of: ClassNode },
  key: string,
  fields: ReadonlyMap<string, readonly AnyNode[]>,
): MemberSource[] {
  const isStatic = of.is === "class";
  const node = of.is === "class" ? of.node : of.of;
  const found: MemberSource[] = [];
  for (const member of node.body.body) {
    if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") continue;
    if (member.static !== isStatic || keyOf(member.key, member.computed) !== key) continue;
    const isGetter = member.type === "MethodDefinition" && member.kind === "get";
    if (member.value) found.push({ node: member.value, isGetter });
  }
  const assigned = isStatic
    ? []
    : (fields.get(key) ?? []).filter((one) => classAround(one) === node);
  return [...found, ...assigned.map((one) => ({ node: one, isGetter: false }))];
}

function classAround(node: AnyNode): ClassNode | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) if (isClass(at)) return at;
  return undefined;
}
