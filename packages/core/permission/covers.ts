import { asGrants, asPermissions } from "./grants.ts";
import { kindRow } from "./kinds.ts";
import type { BaseFolders } from "./path.ts";
import type { Grant, Permissions } from "./permission.ts";

/**
 * True when what was granted allows all that `wanted` asks for: the sandbox would refuse none of it,
 * folders apart that svc closes whatever is granted. A placeholder is covered by itself and by what
 * covers everything, as nobody knows its value yet.
 *
 * @param places without them a path is compared only with paths that start alike (`~/`, `/`, the
 *   repository)
 */
export function covers(granted: Permissions, wanted: Grant, places: BaseFolders = {}): boolean {
  const { kind, entry } = wanted;
  return (granted[kind] ?? []).some((one) =>
    one === entry || kindRow(kind).covers?.(one, entry, places)
  );
}

/** What of `wanted` is not covered by `granted`; empty when all of it is. */
export function uncovered(
  granted: Permissions,
  wanted: Permissions,
  places: BaseFolders = {},
): Permissions {
  return asPermissions(asGrants(wanted).filter((one) => !covers(granted, one, places)));
}
