import type { BehaviorDetails } from "@svc/core/answer";
import { argumentLines } from "../../consent/types/text.ts";
import type { CreateResult } from "./create.ts";

/** What `svc behavior create` prints. */
export function createText(result: CreateResult): string {
  return [
    `Created: ${result.name} (${result.type})`,
    `Path: ${result.path}`,
    `Version: ${result.version}`,
    "",
    ...methodLines(result.methods),
  ].join("\n");
}

/** What `svc behavior get` prints. */
export function getText(details: BehaviorDetails): string {
  const globals = Object.entries(details.globalArguments);
  return [
    `Name: ${details.name} (${details.type})`,
    `ID: ${details.id}`,
    `Path: ${details.path}`,
    ...(details.autoCreated ? ["Auto-created by a direct run"] : []),
    `Version: ${details.version}`,
    ...(details.typeVersion === undefined ? [] : [`Type Version: ${details.typeVersion}`]),
    ...(globals.length === 0 ? [] : [
      "",
      "Global Arguments:",
      ...globals.map(([name, value]) =>
        `  ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`
      ),
    ]),
    ...(details.inputs === undefined
      ? []
      : ["", "Inputs:", ...argumentLines(details.inputs, "  ")]),
    "",
    ...methodLines(details.methods),
  ].join("\n");
}

function methodLines(methods: CreateResult["methods"]): string[] {
  return ["Methods:"].concat(methods.flatMap((method) => {
    const inputs = argumentLines(method.arguments, "      ");
    return [
      `  ${method.name} - ${method.description}`,
      ...(inputs.length === 0 ? [] : ["    Inputs:", ...inputs]),
    ];
  }));
}
