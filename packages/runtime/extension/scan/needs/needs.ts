import type { Program } from "../syntax/program.ts";
import type { Evaluator } from "../values/evaluator.ts";
import { dataNeeds } from "./data.ts";
import { fileNeeds } from "./files.ts";
import { type Need, platformCall } from "./need.ts";
import { networkNeeds } from "./network.ts";
import { programNeeds } from "./programs.ts";
import { SYSTEM_CALLS } from "./system_calls.ts";
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
