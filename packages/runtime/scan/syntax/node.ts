import type { AnyNode } from "acorn";

/** A function of any form. */
export type FunctionNode = Extract<
  AnyNode,
  { type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression" }
>;

/** A class of either form. */
export type ClassNode = Extract<AnyNode, { type: "ClassDeclaration" | "ClassExpression" }>;

/** True for a function of any form. */
export function isFunction(node: AnyNode | undefined): node is FunctionNode {
  return node?.type === "FunctionDeclaration" || node?.type === "FunctionExpression" ||
    node?.type === "ArrowFunctionExpression";
}

/** True for a class of either form. */
export function isClass(node: AnyNode | undefined): node is ClassNode {
  return node?.type === "ClassDeclaration" || node?.type === "ClassExpression";
}

/** The nodes right below a node, in the order of the code. */
export function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === "parent" || key === "scope" || typeof value !== "object") continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type === "string") children.push(one);
    }
  }
  return children;
}

/** The name a property or a member goes by when the code spells it out, else undefined. */
export function keyOf(key: AnyNode, computed: boolean): string | undefined {
  if (key.type === "Literal" && ["string", "number"].includes(typeof key.value)) {
    return String(key.value);
  }
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  return key.type === "Identifier" && !computed ? key.name : undefined;
}
