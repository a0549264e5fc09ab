import { permissionGlance, permissionsOf } from "@svc/core/permission";

/** What was granted, in a few words: `network: 2 hosts, runs git, no files`; empty for nothing. */
export function grantedText(permissions: readonly string[]): string {
  if (permissions.length === 0) return "";
  return permissionGlance(permissionsOf(permissions)).join(", ");
}
