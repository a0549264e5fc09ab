import { asPermissions, type PermissionKind, permissionLines } from "@svc/core/permission";
import { listPermissions } from "@svc/runtime/grants";
import type { Repository } from "@svc/runtime/repository";
import type { ResolvedType } from "@svc/runtime/types";
import type { Granted } from "./offer.ts";

/** What was granted to the code of a method. */
export type GrantsOf = (part: ResolvedType, author: string) => Granted;

/**
 * What was granted to the extensions of a repository; for each run, svc itself looks again.
 *
 * @throws SvcError `policy_invalid`
 */
export async function grantedTo(repository: Repository): Promise<GrantsOf> {
  const { extensions } = await listPermissions(repository);
  return ({ origin, permissions }, author) => {
    if (origin === "builtin") {
      return { permissions, lines: permissionLines(permissions), agreed: true };
    }
    const listed = extensions.find((one) => one.name === author && one.origin === origin);
    const granted = listed?.permissions.filter(({ state }) => state === "granted") ?? [];
    return {
      permissions: asPermissions(granted.map(({ permission }) => grantOf(permission))),
      lines: granted.map(({ line }) => line),
      agreed: listed?.agreed ?? false,
    };
  };
}

function grantOf(permission: string): { kind: PermissionKind; entry: string } {
  const colon = permission.indexOf(":");
  return { kind: permission.slice(0, colon) as PermissionKind, entry: permission.slice(colon + 1) };
}
