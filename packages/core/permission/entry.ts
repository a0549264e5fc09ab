import { LIMITS } from "../limit/limits.ts";
import { nameProblem } from "../text/plain.ts";
import { hostProblem } from "./host.ts";
import { pathProblem } from "./path.ts";
import { PERMISSION_KINDS, type PermissionKind, type Permissions } from "./permission.ts";
import { placeholderOf } from "./placeholder.ts";

/**
 * Why `entry` cannot be a permission of that kind, in words, or undefined when it can. What it grants
 * must be what a person reads, so nothing that is not seen may stand in it.
 */
export function permissionProblem(kind: PermissionKind, entry: string): string | undefined {
  const { entryBytes } = LIMITS.permissions;
  if (entry.length > entryBytes || new TextEncoder().encode(entry).length > entryBytes) {
    return `must have at most ${entryBytes} bytes`;
  }
  const unseen = nameProblem(entry);
  if (unseen !== undefined) return `must be plain text; it ${unseen}`;
  const placeholder = placeholderOf(kind, entry);
  if (placeholder?.source === "env") {
    const closed = variableProblem(placeholder.name);
    if (closed !== undefined) return closed;
  }
  switch (kind) {
    case "net":
      return placeholder === undefined ? hostProblem(entry) : undefined;
    case "run":
      return placeholder === undefined ? programProblem(entry) : undefined;
    case "env":
      return variableProblem(entry);
    case "read":
    case "write":
      return pathProblem(kind, entry);
    case "sys":
      return SYS_NAMES.has(entry) ? undefined : `must be one of ${[...SYS_NAMES].join(", ")}`;
    case "graft":
      return isDataEntry(entry) && !entry.endsWith("*")
        ? undefined
        : "must be a behavior type in lower case such as @acme/scan";
    case "data":
      return isDataEntry(entry)
        ? undefined
        : "must be a behavior type in lower case such as @acme/scan, all types below a name such " +
          "as @acme/*, or * for all";
  }
}

/**
 * Why the permissions together are too many, or undefined: to be read by who grants them, or by other
 * limits.
 */
export function tooManyPermissions(
  permissions: Permissions,
  { perKind, total }: { perKind: number; total: number } = LIMITS.permissions,
): string | undefined {
  const counts = PERMISSION_KINDS.map((kind) => permissions[kind]?.length ?? 0);
  const most = PERMISSION_KINDS[counts.findIndex((count) => count > perKind)];
  if (most !== undefined) return `must have at most ${perKind} entries of ${most}`;
  return counts.reduce((sum, count) => sum + count, 0) > total
    ? `must have at most ${total} entries in all`
    : undefined;
}

/** A name that is looked up in PATH, or the place of a program that is the same on every day. */
function programProblem(entry: string): string | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(entry)) return undefined;
  return /^(?:\/|~\/)/.test(entry) && !entry.endsWith("/") &&
      pathProblem("write", entry) === undefined
    ? undefined
    : "must be the name of a program, an absolute path, ~/PATH, ${globalArgs.NAME}, ${config.NAME} " +
      "or ${env.NAME}";
}

/**
 * Variables that hold what is svc's or Deno's own (`SVC_API_KEY`, `DENO_AUTH_TOKENS`), or that make
 * programs load other code. PATH and HOME can be had: they hold no secret, and a program that an
 * extension may start gets its variables from the extension anyway.
 */
const CLOSED_VARIABLES = /^(?:SVC|DENO|LD|DYLD)_|^(?:NODE_OPTIONS|BASH_ENV|ENV)$/i;

/** True for a variable that neither an extension nor a definition gets. */
export function isClosedVariable(name: string): boolean {
  return CLOSED_VARIABLES.test(name);
}

function variableProblem(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return "must be the name of one environment variable";
  return isClosedVariable(name)
    ? `must be another variable: ${name} is for svc, Deno or the loading of programs`
    : undefined;
}

/** A type as it is compared, or a prefix of types before a last `*`. A scope alone names no type. */
function isDataEntry(entry: string): boolean {
  if (entry === "*") return true;
  const parts = entry.split("/");
  if (entry.startsWith("@") && parts.length === 1) return false;
  const names = parts.at(-1) === "*" ? parts.slice(0, -1) : parts;
  return names.every((name, index) =>
    /^[a-z0-9][a-z0-9_-]*$/.test(index === 0 ? name.replace(/^@/, "") : name)
  );
}

/** The system-information names the sandbox knows. */
const SYS_NAMES: ReadonlySet<string> = new Set([
  "hostname",
  "osRelease",
  "osUptime",
  "loadavg",
  "networkInterfaces",
  "systemMemoryInfo",
  "uid",
  "gid",
  "cpus",
  "homedir",
  "getegid",
  "username",
  "statfs",
  "getPriority",
  "setPriority",
]);
