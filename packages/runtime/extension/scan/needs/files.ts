import { keyOf } from "../syntax/node.ts";
import { concatenated, plainText, UNKNOWN } from "../values/value.ts";
import { FILE_CALLS, OPEN_CALLS, type PathUse } from "./file_calls.ts";
import { literals, type Need, needsFor, type PlatformCall } from "./need.ts";
import { pathEntry } from "./path_entry.ts";

/** The files that a call reads and writes. */
export function fileNeeds(call: PlatformCall): Need[] {
  const uses = OPEN_CALLS.has(call.path) ? openUses(call) : FILE_CALLS.get(call.path) ?? [];
  return uses.flatMap(({ kind, argument, folder }) => {
    const given = call.argument(argument);
    const values = folder ? concatenated([given, [plainText("/..")]]) : given;
    return needsFor(
      kind,
      values.length > 0 ? values : [UNKNOWN],
      (value) => pathEntry(kind, value),
      call,
    );
  });
}

const WRITING = new Set(["write", "append", "create", "createNew", "truncate"]);

/** `open(path)` reads; its options or flags may say otherwise. */
function openUses(call: PlatformCall): PathUse[] {
  const read: PathUse = { kind: "read", argument: 0 };
  const write: PathUse = { kind: "write", argument: 0 };
  const options = call.node.arguments[1];
  if (options === undefined) return [read];
  const [flags] = literals(call.argument(1));
  if (flags !== undefined) {
    return flags.includes("+") ? [read, write] : flags.startsWith("r") ? [read] : [write];
  }
  if (options.type !== "ObjectExpression") return [read, write];
  const keys = options.properties.map((property) =>
    property.type === "Property" ? keyOf(property.key, property.computed) : undefined
  );
  const writes = keys.some((key) => key === undefined || WRITING.has(key));
  const reads = !writes || keys.some((key) => key === undefined || key === "read");
  return [...(reads ? [read] : []), ...(writes ? [write] : [])];
}
