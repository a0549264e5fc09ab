import { kindRow } from "./kinds.ts";
import { kindsOf, type PermissionKind, type Permissions } from "./permission.ts";

/** The kinds whose rows say, too, that there is none: network, programs and files. */
const ALWAYS: readonly PermissionKind[] = ["net", "run", "read"];

/**
 * Permissions in a few words for a list of extensions: `network: 2 hosts`, `runs git`, `no files`.
 * Always says something of network, programs and files; of the rest only what is there.
 *
 * @param permissions null for an extension that does not say
 */
export function permissionGlance(permissions: Permissions | null): string[] {
  if (permissions === null) return ["permissions not declared"];
  const kinds = kindsOf(permissions);
  if (kinds.length === 0) return ["no permissions"];
  return [...new Set([...ALWAYS, ...kinds])]
    .flatMap((kind) => kindRow(kind).glance(permissions) ?? []);
}
