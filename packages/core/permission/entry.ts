import { LIMITS } from "../limit/limits.ts";
import { nameProblem } from "../text/plain.ts";
import { kindRow, placeholderOf } from "./kinds.ts";
import { kindsOf, type PermissionKind, type Permissions } from "./permission.ts";
import { variableProblem } from "./variable.ts";

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
  const row = kindRow(kind);
  return placeholder !== undefined && !row.placeholder?.goesOn ? undefined : row.problem(entry);
}

/**
 * Why the permissions together are too many, or undefined: to be read by who grants them, or by other
 * limits.
 */
export function tooManyPermissions(
  permissions: Permissions,
  { perKind, total }: { perKind: number; total: number } = LIMITS.permissions,
): string | undefined {
  const kinds = kindsOf(permissions);
  const counts = kinds.map((kind) => permissions[kind]!.length);
  const most = kinds[counts.findIndex((count) => count > perKind)];
  if (most !== undefined) return `must have at most ${perKind} entries of ${most}`;
  return counts.reduce((sum, count) => sum + count, 0) > total
    ? `must have at most ${total} entries in all`
    : undefined;
}
