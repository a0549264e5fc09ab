import type { Grant } from "./covers.ts";
import { PERMISSION_KINDS, type Permissions } from "./permission.ts";

/** Single grants as permissions, each entry once; kinds without an entry are absent. */
export function asPermissions(grants: readonly Grant[]): Permissions {
  const lists = PERMISSION_KINDS.map((kind) =>
    [
      kind,
      [...new Set(grants.filter((one) => one.kind === kind).map(({ entry }) => entry))],
    ] as const
  );
  return Object.fromEntries(lists.filter(([, entries]) => entries.length > 0));
}

/** Permissions as single grants. */
export function asGrants(permissions: Permissions): Grant[] {
  return PERMISSION_KINDS.flatMap((kind) =>
    (permissions[kind] ?? []).map((entry) => ({ kind, entry }))
  );
}

/** Everything that any of them permits, each entry once. */
export function together(...all: readonly Permissions[]): Permissions {
  return asPermissions(all.flatMap(asGrants));
}
