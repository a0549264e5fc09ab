import { permissionProblem } from "@svc/core/permission";
import { literalOf, plainText, UNKNOWN, type Value } from "../values/value.ts";
import { literals, type Need, needsFor, type PlatformCall } from "./need.ts";

const STARTING = new Set(
  ["Deno.Command", "node:child_process.spawn", "node:child_process.execFile"],
);

/** The programs that a call starts. */
export function programNeeds(call: PlatformCall): Need[] {
  const { path } = call;
  if (STARTING.has(path)) {
    const inShell = path !== "Deno.Command" &&
      [1, 2].some((index) => mayBeTrue(call, index));
    return needsFor("run", inShell ? SHELL : orUnknown(call.argument(0)), programEntry, call);
  }
  switch (path) {
    case "node:child_process.exec":
      return needsFor("run", shellOf(call), programEntry, call);
    case "node:child_process.fork":
    case "Deno.kill":
    case "process.kill":
      return needsFor("run", [UNKNOWN], programEntry, call);
    default:
      return [];
  }
}

/** The one that Deno starts for `node:child_process`. */
const SHELL = [plainText("/bin/sh")];

function shellOf(call: PlatformCall): readonly Value[] {
  const named = call.option(1, "shell");
  return literals(named).length > 0 ? named : SHELL;
}

/** `{shell: true}` has a shell start the program; the tree holds true as no text. */
function mayBeTrue(call: PlatformCall, index: number): boolean {
  const node = call.node.arguments[index];
  return node?.type === "ObjectExpression" &&
    node.properties.some((property) =>
      property.type === "Property" && property.key.type === "Identifier" &&
      property.key.name === "shell" && isTrue(property.value)
    );
}

function isTrue(node: { type: string; value?: unknown; operator?: string }): boolean {
  return (node.type === "Literal" && node.value === true) ||
    // `!0`, as a minifier writes it.
    (node.type === "UnaryExpression" && node.operator === "!");
}

function orUnknown(values: readonly Value[]): readonly Value[] {
  return values.length > 0 ? values : [UNKNOWN];
}

/** The `run` entry of a program's name. */
export function programEntry(value: Value): string | undefined {
  const placeholder = value.is === "text" && value.parts.length === 1 ? value.parts[0] : undefined;
  const entry = typeof placeholder === "object" && placeholder.name !== undefined
    ? `\${${placeholder.hole}.${placeholder.name}}`
    : literalOf(value);
  return entry !== undefined && permissionProblem("run", entry) === undefined ? entry : undefined;
}
