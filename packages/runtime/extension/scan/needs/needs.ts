import type { Program } from "../syntax/program.ts";
import type { Evaluator } from "../values/evaluator.ts";
import { dataNeeds } from "./data.ts";
import { fileNeeds } from "./files.ts";
import { type Need, platformCall } from "./need.ts";
import { networkNeeds } from "./network.ts";
import { programNeeds } from "./programs.ts";
import { environmentNeeds, variableNeeds } from "./variables.ts";

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
