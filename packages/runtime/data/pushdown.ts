import type { ASTNode } from "@marcbachmann/cel-js";
import type { Condition } from "./catalog/catalog.ts";

/** Fields that the index holds as text, and fields of the behavior. */
const COLUMNS: ReadonlySet<string> = new Set([
  "name",
  "specName",
  "dataType",
  "contentType",
  "lifetime",
  "createdAt",
]);
const MODEL_FIELDS: ReadonlySet<string> = new Set(["modelName", "modelId", "modelType"]);

type Node = { op: string; args: unknown };
type ModelTest = { field: string; accepts(value: string): boolean };

/**
 * Takes from a CEL predicate the simple comparisons that all have to hold. CEL decides on every record
 * that is left, so that what is not understood here costs time only. A comparison that is false makes
 * the whole false, whatever the rest of it says or fails at.
 */
export function pushdownOf(predicate: ASTNode) {
  const conditions: Condition[] = [];
  const models: ModelTest[] = [];
  for (const part of conjunctsOf(predicate as unknown as Node)) {
    const model = modelTest(part);
    if (model !== undefined) models.push(model);
    const condition = conditionOf(part);
    if (condition !== undefined) conditions.push(condition);
  }
  return {
    /** On the index's columns, each true for every record that the predicate is true for. */
    conditions,
    /** False for behaviors that the predicate excludes. */
    mayMatch: (model: { modelName: string; modelId: string; modelType: string }) =>
      models.every(({ field, accepts }) => accepts(model[field as keyof typeof model])),
  };
}

function conjunctsOf(node: Node): Node[] {
  return node.op === "&&" ? (node.args as Node[]).flatMap(conjunctsOf) : [node];
}

function conditionOf(node: Node): Condition | undefined {
  if (node.op === "id" && node.args === "isLatest") return { sql: "isLatest = 1", values: [] };
  if (node.op === "!_" && isId(node.args, "isLatest")) return { sql: "isLatest = 0", values: [] };
  return equalTo(node) ?? prefix(node) ?? tagged(node);
}

/** `field == "text"`, either way round, and `isLatest == true`. */
function equalTo(node: Node): Condition | undefined {
  const sides = equalSides(node);
  if (sides === undefined) return undefined;
  const [field, value] = sides;
  if (field === "isLatest" && typeof value === "boolean") {
    return { sql: "isLatest = ?", values: [Number(value)] };
  }
  return COLUMNS.has(field) && isText(value) ? { sql: `${field} = ?`, values: [value] } : undefined;
}

/** `field.startsWith("text")`. */
function prefix(node: Node): Condition | undefined {
  const start = startOf(node);
  if (start === undefined || !COLUMNS.has(start.field)) return undefined;
  const { field, text } = start;
  return {
    sql: `${field} >= ? AND substr(${field}, 1, length(?)) = ?`,
    values: [text, text, text],
  };
}

/** `tags.key == "text"` and `tags["key"] == "text"`. */
function tagged(node: Node): Condition | undefined {
  if (node.op !== "==") return undefined;
  const [left, right] = node.args as [Node, Node];
  for (const [one, other] of [[left, right], [right, left]] as const) {
    const key = tagKey(one);
    const value = valueOf(other);
    if (key === undefined || !isText(value)) continue;
    return { sql: `json_extract(tags, ?) = ?`, values: [`$."${key}"`, value] };
  }
  return undefined;
}

function tagKey(node: Node): string | undefined {
  if (node.op !== "." && node.op !== "[]") return undefined;
  const [of, key] = node.args as [Node, unknown];
  if (!isId(of, "tags")) return undefined;
  const text = node.op === "." ? key : valueOf(key as Node);
  return typeof text === "string" && /^[\w-]+$/.test(text) ? text : undefined;
}

function modelTest(node: Node): ModelTest | undefined {
  const sides = equalSides(node);
  if (sides !== undefined && MODEL_FIELDS.has(sides[0]) && isText(sides[1])) {
    return { field: sides[0], accepts: (value) => value === sides[1] };
  }
  const start = startOf(node);
  if (start !== undefined && MODEL_FIELDS.has(start.field)) {
    return { field: start.field, accepts: (value) => value.startsWith(start.text) };
  }
  return undefined;
}

/** The field and the constant of `field == constant`, either way round. */
function equalSides(node: Node): [field: string, value: unknown] | undefined {
  if (node.op !== "==") return undefined;
  const [left, right] = node.args as [Node, Node];
  if (left.op === "id" && right.op === "value") return [String(left.args), right.args];
  if (right.op === "id" && left.op === "value") return [String(right.args), left.args];
  return undefined;
}

function startOf(node: Node): { field: string; text: string } | undefined {
  if (node.op !== "rcall") return undefined;
  const [method, of, args] = node.args as [string, Node, Node[]];
  const text = args.length === 1 ? valueOf(args[0]!) : undefined;
  if (method !== "startsWith" || of.op !== "id" || !isText(text)) return undefined;
  return { field: String(of.args), text };
}

function valueOf(node: Node): unknown {
  return node.op === "value" ? node.args : undefined;
}

function isId(node: unknown, name: string): boolean {
  return typeof node === "object" && node !== null && (node as Node).op === "id" &&
    (node as Node).args === name;
}

/** A text that SQLite holds as it is: one with half a character would become another. */
function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\0");
}
