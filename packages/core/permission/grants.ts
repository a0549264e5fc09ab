import { type Grant, kindsOf, type Permissions } from "./permission.ts";

/** Single grants as permissions, each entry once; kinds without an entry are absent. */
export function asPermissions(grants: readonly Grant[]): Permissions {
  const lists = Object.groupBy(grants, ({ kind }) => kind);
  return Object.fromEntries(
    kindsOf(lists).map((kind) => [kind, [...new Set(lists[kind]!.map(({ entry }) => entry))]]),
  );
}

/** Permissions as single grants. */
export function asGrants(permissions: Permissions): Grant[] {
  return kindsOf(permissions).flatMap((kind) =>
    permissions[kind]!.map((entry) => ({ kind, entry }))
  );
}

/** Everything that any of them permits, each entry once. */
export function together(...all: readonly Permissions[]): Permissions {
  return asPermissions(all.flatMap(asGrants));
}
