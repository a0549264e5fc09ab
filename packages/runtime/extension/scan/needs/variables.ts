import type { AnyNode } from "acorn";
import { permissionProblem } from "@svc/core/permission";
import type { Program } from "../syntax/program.ts";
import { keyOf } from "../syntax/node.ts";
import type { Evaluator } from "../values/evaluator.ts";
import { literalOf, type Value } from "../values/value.ts";
import { type Need, needsFor, type PlatformCall } from "./need.ts";

const CALLS = new Set(["Deno.env.get", "Deno.env.has", "Deno.env.set", "Deno.env.delete"]);

/** The variable that a call names. */
export function variableNeeds(call: PlatformCall): Need[] {
  return CALLS.has(call.path)
    ? needsFor("env", call.argument(0), (value) => variableEntry(literalOf(value)), call)
    : [];
}

/** The variables that code takes from `process.env` and the like, and where it takes all of them. */
export function environmentNeeds(program: Program, evaluator: Evaluator): Need[] {
  const by = "process.env";
  const found: Need[] = [];
  for (const node of program.members) {
    if (node.object.type !== "Super" && isEnvironment(evaluator.valuesOf(node.object))) {
      const key = keyOf(node.property, node.computed);
      const names = key === undefined ? evaluator.valuesOf(node.property).map(literalOf) : [key];
      for (const name of names) found.push({ kind: "env", entry: variableEntry(name), by, node });
    }
    if (isHandedOn(node) && isEnvironment(evaluator.valuesOf(node))) {
      found.push({ kind: "env", by, node });
    }
  }
  for (const { pattern, origin } of program.patterns) {
    if (!isEnvironment(evaluator.valuesFrom(origin))) continue;
    for (const property of pattern.properties) {
      const name = property.type === "Property"
        ? keyOf(property.key, property.computed)
        : undefined;
      found.push({ kind: "env", entry: variableEntry(name), by, node: property });
    }
  }
  for (const node of program.calls) {
    if (isHandedOn(node) && isWhole(node, evaluator)) {
      found.push({ kind: "env", by: "Deno.env.toObject", node });
    }
  }
  return found;
}

function isWhole(node: Program["calls"][number], evaluator: Evaluator): boolean {
  return node.callee.type === "MemberExpression" &&
    keyOf(node.callee.property, node.callee.computed) === "toObject" &&
    isEnvironment(evaluator.valuesOf(node));
}

/** True for an expression that goes elsewhere as it is: all variables go with it. */
function isHandedOn(node: AnyNode): boolean {
  const parent = node.parent!;
  switch (parent.type) {
    case "SpreadElement":
    case "ReturnStatement":
      return true;
    case "Property":
      return parent.value === node;
    case "CallExpression":
    case "NewExpression":
      return parent.callee !== node;
    default:
      return false;
  }
}

function isEnvironment(values: readonly Value[]): boolean {
  return values.some((value) => value.is === "api" && value.path === "process.env");
}

function variableEntry(name: string | undefined): string | undefined {
  return name !== undefined && permissionProblem("env", name) === undefined ? name : undefined;
}
