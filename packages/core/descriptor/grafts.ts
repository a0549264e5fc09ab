import { collectiveOf } from "../name/extension.ts";
import type { Permissions } from "../permission/permission.ts";
import { isTypeOf, normalizeType } from "../type/type.ts";
import type { TypeGraft } from "./descriptor.ts";

/** The types of other collectives that an extension adds to, normalized and sorted. */
function graftedTypes(
  extension: string,
  grafts: readonly Pick<TypeGraft, "type">[] = [],
): string[] {
  const foreign = grafts.map(({ type }) => normalizeType(type))
    .filter((type) => !isTypeOf(type, collectiveOf(extension)));
  return [...new Set(foreign)].sort();
}

/**
 * What an extension asks for: what its manifest declares, and the grafts that it has. What the manifest
 * says of grafts counts for nothing, so that it can neither hide one nor have one granted beforehand.
 */
export function askedPermissions(
  extension: string,
  permissions: Permissions,
  grafts?: readonly Pick<TypeGraft, "type">[],
): Permissions {
  const { graft: _, ...declared } = permissions;
  const types = graftedTypes(extension, grafts);
  return types.length === 0 ? declared : { ...declared, graft: types };
}
