import type { AnyNode } from "acorn";

/** True for an identifier whose value is read, false for one that only names something. */
export function isValue(node: Extract<AnyNode, { type: "Identifier" }>): boolean {
  const parent = node.parent!;
  switch (parent.type) {
    case "MemberExpression":
      return parent.object === node || parent.computed;
    case "Property":
      return (parent.value === node && parent.parent?.type !== "ObjectPattern") ||
        (parent.key === node && parent.computed);
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.value === node || parent.computed;
    case "VariableDeclarator":
      return parent.init === node;
    case "AssignmentExpression":
      return parent.right === node;
    case "AssignmentPattern":
      return parent.right === node;
    case "FunctionDeclaration":
    case "FunctionExpression":
      return false;
    case "ArrowFunctionExpression":
      return parent.body === node;
    case "ClassDeclaration":
    case "ClassExpression":
      return parent.superClass === node;
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "ExportSpecifier":
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "RestElement":
    case "ArrayPattern":
    case "CatchClause":
    case "MetaProperty":
      return false;
    case "UnaryExpression":
      return parent.operator !== "typeof";
    default:
      return true;
  }
}
