import { keyOf } from "../syntax/node.ts";
import { concatenated, plainText, UNKNOWN } from "../values/value.ts";
import { literals, type Need, needsFor, type PlatformCall } from "./need.ts";
import { pathEntry } from "./path_entry.ts";
import type { PermissionKind } from "@svc/core/permission";

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

/** What a call does with the path at an argument. */
interface PathUse {
  kind: Extract<PermissionKind, "read" | "write">;
  argument: number;
  /** True when it is the folder that holds the path. */
  folder?: true;
}

/** No argument says it. */
const NOWHERE = -1;

const FIRST_READ: readonly PathUse[] = [{ kind: "read", argument: 0 }];
const FIRST_WRITTEN: readonly PathUse[] = [{ kind: "write", argument: 0 }];
const FIRST_BOTH: readonly PathUse[] = [...FIRST_READ, ...FIRST_WRITTEN];
const COPIED: readonly PathUse[] = [...FIRST_READ, { kind: "write", argument: 1 }];
const MOVED: readonly PathUse[] = [...FIRST_BOTH, { kind: "write", argument: 1 }];
const LINKED: readonly PathUse[] = [
  ...FIRST_BOTH,
  { kind: "read", argument: 1 },
  { kind: "write", argument: 1 },
];

/** Calls that name files, as Deno checks them; `Sync` forms are the same. */
const FILE_CALLS: ReadonlyMap<string, readonly PathUse[]> = new Map([
  ...named("Deno", "chdir lstat readDir readFile readLink readTextFile realPath stat", FIRST_READ),
  ...named("Deno", "watchFs", FIRST_READ),
  ...named("Deno", "chmod chown create mkdir remove truncate utime", FIRST_WRITTEN),
  ...named("Deno", "writeFile writeTextFile", FIRST_WRITTEN),
  ...named("Deno", "openKv", FIRST_BOTH),
  ...named("Deno", "copyFile", COPIED),
  ...named("Deno", "rename", MOVED),
  ...named("Deno", "link", LINKED),
  ...named("node:fs", "access createReadStream exists lstat openAsBlob opendir", FIRST_READ),
  ...named("node:fs", "readFile readdir readlink realpath stat statfs watch watchFile", FIRST_READ),
  ...named("node:fs", "appendFile chmod chown createWriteStream lchown lutimes", FIRST_WRITTEN),
  ...named("node:fs", "mkdir rmdir truncate unlink utimes writeFile", FIRST_WRITTEN),
  ...named("node:fs", "rm", FIRST_BOTH),
  // The path it is given is the start of a name.
  ...named("node:fs", "mkdtemp", [{ kind: "write", argument: 0, folder: true }]),
  ...named("node:fs", "copyFile", COPIED),
  // It looks at every folder above the copy as well, which no entry of a path covers.
  ...named("node:fs", "cp", [...COPIED, { kind: "read", argument: NOWHERE }]),
  ...named("node:fs", "rename", MOVED),
  ...named("node:fs", "link", LINKED),
  ...named("node:sqlite", "DatabaseSync", FIRST_BOTH),
  ...named("process", "chdir", FIRST_READ),
]);

/** Calls whose second argument says what they do with the file. */
const OPEN_CALLS: ReadonlySet<string> = new Set(["Deno.open", "node:fs.open"]);

function named(
  module: string,
  names: string,
  uses: readonly PathUse[],
): [string, readonly PathUse[]][] {
  return names.split(" ").map((name) => [`${module}.${name.replace(/Sync$/, "")}`, uses]);
}
