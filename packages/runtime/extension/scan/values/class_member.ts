import type { AnyNode } from "acorn";
import { type ClassNode, isClass, keyOf } from "../syntax/node.ts";

/** What gives a member its value: the node itself, or what it returns. */
export interface MemberSource {
  node: AnyNode;
  isGetter: boolean;
}

/** What gives a member of a class, or of its instances, its value. */
export function memberOfClass(
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
