import { type PermissionKind, permissionProblem } from "@svc/core/permission";
import type { Part, Value } from "../values/value.ts";

/**
 * The entry that covers a path: the path, the folder up to what is computed, or a placeholder.
 * `undefined` when it is computed, `null` for what every run may use.
 */
export function pathEntry(
  kind: Extract<PermissionKind, "read" | "write">,
  value: Value,
): string | undefined | null {
  if (value.is !== "text" || value.parts.length === 0) return undefined;
  const [head, ...rest] = value.parts as [Part, ...Part[]];
  if (typeof head !== "string") {
    if (head.hole === "temporary") return null;
    if (head.hole === "extension") return kind === "read" ? null : undefined;
    const start = START[head.name === "HOME" ? "home" : head.hole];
    // Code that looks whether there is a home folder does not ask for all that is in it.
    if (start === "~" && rest.length === 0) return undefined;
    if (start !== undefined) return granted(kind, written([start, ...rest]));
    return head.name === undefined ? undefined : granted(kind, `\${${head.hole}.${head.name}}`);
  }
  if (head === ":memory:" || head === "/dev/null") return null;
  return granted(kind, written([head.replace(/^file:\/\//, ""), ...rest]));
}

const START: Readonly<Record<string, string>> = { home: "~", repository: "." };

/** The path up to the first hole, from there on its folder. */
function written(parts: readonly Part[]): string | undefined {
  const hole = parts.findIndex((part) => typeof part !== "string");
  const text = (hole === -1 ? parts : parts.slice(0, hole)).join("");
  if (hole === -1) return plain(text);
  const folder = plain(text.slice(0, text.lastIndexOf("/") + 1));
  return folder !== undefined && EVERYTHING.has(folder) ? undefined : folder;
}

/** Code that computes all but the beginning of a path does not ask for all that is below it. */
const EVERYTHING: ReadonlySet<string> = new Set(["/", "~"]);

/** A path without what does not change where it leads; undefined when it leads out or nowhere. */
function plain(path: string): string | undefined {
  if (path === "") return undefined;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  const start = path.startsWith("/") ? "/" : "";
  return parts.length === 0 ? start || "." : start + parts.join("/");
}

function granted(kind: PermissionKind, entry: string | undefined): string | undefined {
  return entry !== undefined && permissionProblem(kind, entry) === undefined ? entry : undefined;
}
