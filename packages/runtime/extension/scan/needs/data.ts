import type { AnyNode } from "acorn";
import { permissionProblem } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import type { CallNode } from "../syntax/scope.ts";
import { keyOf } from "../syntax/node.ts";
import type { Evaluator } from "../values/evaluator.ts";
import { literals, type Need } from "./need.ts";

/** Members of `context` and `context.dataRepository` that read behaviors' data. */
const BY_TYPE = new Set(["getContent", "findByName", "findAllForModel", "listVersions"])
  .union(new Set(["findBySpec"]));

/** The types whose data a call reads through `context`, as far as it spells them out. */
export function dataNeeds(node: CallNode, evaluator: Evaluator): Need[] {
  const { callee } = node;
  if (callee.type !== "MemberExpression") return [];
  const name = keyOf(callee.property, callee.computed);
  const [first] = node.arguments;
  if (name === undefined || first === undefined || first.type === "SpreadElement") return [];
  if (name === "readModelData") return [{ kind: "data", by: "readModelData", node }];
  if (name === "queryData") {
    const types = literals(evaluator.valuesOf(first)).flatMap(typesIn);
    return needs(types, "queryData", node);
  }
  if (!BY_TYPE.has(name) || !isRepository(callee.object)) return [];
  if (endsIn(first, "modelType")) return [];
  return needs(literals(evaluator.valuesOf(first)), `dataRepository.${name}`, node);
}

function needs(types: readonly string[], by: string, node: AnyNode): Need[] {
  const entries = types.map(entryOf);
  if (entries.length === 0) return [{ kind: "data", by, node }];
  return entries.map((entry) => ({ kind: "data", entry, by, node }));
}

function entryOf(type: string): string | undefined {
  const entry = normalizeType(type);
  return permissionProblem("data", entry) === undefined ? entry : undefined;
}

/** The types that a query compares `modelType` with. */
function typesIn(query: string): string[] {
  return [...query.matchAll(/\bmodelType\s*==\s*(["'])([^"'\\]+)\1/g)].map((match) => match[2]!);
}

function isRepository(node: AnyNode): boolean {
  return endsIn(node, "dataRepository") ||
    (node.type === "ChainExpression" && isRepository(node.expression));
}

function endsIn(node: AnyNode, name: string): boolean {
  return node.type === "MemberExpression" && keyOf(node.property, node.computed) === name;
}
