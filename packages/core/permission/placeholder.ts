import type { PermissionKind } from "./permission.ts";

/**
 * An entry whose value is given elsewhere: by an argument of the behavior, by the configuration of the
 * vault or datastore, or by a variable.
 */
export interface Placeholder {
  source: "globalArgs" | "config" | "env";
  /** The argument, the setting or the variable. */
  name: string;
  /** What of a path follows, without a slash in front; empty for all others. */
  below: string;
}

/** The kinds whose entries may be a placeholder. */
const KINDS: readonly PermissionKind[] = ["net", "read", "write", "run"];

const PLACEHOLDER = /^\$\{(globalArgs|config|env)\.([A-Za-z_][A-Za-z0-9_]*)\}(?:\/([^]*))?$/;

/**
 * The placeholder that an entry is, or undefined when it says itself what it grants. Only a path may
 * go on after it: `${env.XDG_DATA_HOME}/tool`.
 */
export function placeholderOf(kind: PermissionKind, entry: string): Placeholder | undefined {
  if (!KINDS.includes(kind)) return undefined;
  const match = PLACEHOLDER.exec(entry);
  if (match === null) return undefined;
  const [, source, name, below] = match;
  if (below !== undefined && kind !== "read" && kind !== "write") return undefined;
  return { source: source as Placeholder["source"], name: name!, below: below ?? "" };
}
