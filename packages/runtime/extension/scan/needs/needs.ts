import type { Program } from "../syntax/program.ts";
import type { Evaluator } from "../values/evaluator.ts";
import { fileNeeds } from "./files.ts";
import { literals, type Need, platformCall } from "./need.ts";
import { networkNeeds } from "./network.ts";
import { programNeeds } from "./programs.ts";
import { environmentNeeds, variableNeeds } from "./variables.ts";
import type { AnyNode } from "acorn";
import { permissionProblem } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import type { CallNode } from "../syntax/scope.ts";
import { keyOf } from "../syntax/node.ts";

/** Every permission that a module needs, as far as its code tells. */
export function needsOf(program: Program, evaluator: Evaluator): Need[] {
  const found: Need[] = environmentNeeds(program, evaluator);
  for (const node of program.calls) {
    found.push(...dataNeeds(node, evaluator));
    if (node.callee.type === "Super") continue;
    for (const value of evaluator.valuesOf(node.callee)) {
      if (value.is !== "api") continue;
      const call = platformCall(value.path, node, evaluator);
      found.push(
        ...networkNeeds(call),
        ...programNeeds(call),
        ...fileNeeds(call),
        ...variableNeeds(call),
        ...(SYSTEM_CALLS.get(value.path) ?? []).map((entry): Need => ({
          kind: "sys",
          entry,
          by: value.path,
          node,
        })),
      );
    }
  }
  for (const node of program.globals) {
    // `createClient({ fetch })`: somebody else calls it, with an address of their own.
    if (node.name === "fetch") found.push({ kind: "net", by: "fetch", node });
  }
  return found;
}

/** The names of system information that calls ask for, as Deno checks them. */
const SYSTEM_CALLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Deno.gid", ["gid"]],
  ["Deno.hostname", ["hostname"]],
  ["Deno.loadavg", ["loadavg"]],
  ["Deno.networkInterfaces", ["networkInterfaces"]],
  ["Deno.osRelease", ["osRelease"]],
  ["Deno.osUptime", ["osUptime"]],
  ["Deno.systemMemoryInfo", ["systemMemoryInfo"]],
  ["Deno.uid", ["uid"]],
  ["node:fs.statfs", ["statfs"]],
  ["node:os.cpus", ["cpus"]],
  ["node:os.freemem", ["systemMemoryInfo"]],
  ["node:os.getPriority", ["getPriority"]],
  ["node:os.homedir", ["homedir"]],
  ["node:os.hostname", ["hostname"]],
  ["node:os.loadavg", ["loadavg"]],
  ["node:os.networkInterfaces", ["networkInterfaces"]],
  ["node:os.release", ["osRelease"]],
  ["node:os.setPriority", ["setPriority"]],
  ["node:os.totalmem", ["systemMemoryInfo"]],
  ["node:os.uptime", ["osUptime"]],
  ["node:os.userInfo", ["uid", "gid", "username", "homedir"]],
  ["node:os.version", ["osRelease"]],
  ["process.availableMemory", ["systemMemoryInfo"]],
  ["process.constrainedMemory", ["systemMemoryInfo"]],
  ["process.getegid", ["getegid"]],
  ["process.geteuid", ["uid"]],
  ["process.getgid", ["gid"]],
  ["process.getuid", ["uid"]],
]);

/** Members of `context` and `context.dataRepository` that read behaviors' data. */
const BY_TYPE = new Set(["getContent", "findByName", "findAllForModel", "listVersions"])
  .union(new Set(["findBySpec"]));

/** The types whose data a call reads through `context`, as far as it spells them out. */
function dataNeeds(node: CallNode, evaluator: Evaluator): Need[] {
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
