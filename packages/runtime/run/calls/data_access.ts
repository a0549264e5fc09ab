import type { SvcError } from "@svc/core/error";
import { coversDataOf, type Permissions } from "@svc/core/permission";
import type { DataOwner } from "../../data/store/folder.ts";
import { permissionDenied } from "../../sandbox/denial.ts";
import type { DenialAbout } from "../../sandbox/denied_grant.ts";
import type { Refused } from "../../sandbox/refused.ts";

/** Whose data a method may read: its own behavior's, and that of the types it was granted. */
export interface DataAccess {
  mayRead(owner: DataOwner): boolean;
  /** The refusal of a type's data, naming the permission and the manifest line that grants it. */
  denied(type: string): SvcError;
}

/**
 * The access of a method of `own` under its extension's permissions. What the policy denies stays closed
 * where a wider one includes it.
 */
export function dataAccess(
  own: DataOwner,
  permissions: Permissions,
  about: DenialAbout,
  onDenied?: Refused["refuse"],
): DataAccess {
  const granted = permissions.data ?? [];
  const closed = about.resolved.denied?.data ?? [];
  return {
    mayRead: (owner) =>
      (owner.id === own.id && owner.type === own.type) ||
      coversDataOf(granted, owner.type) && !coversDataOf(closed, owner.type),
    denied(type) {
      const denial = { kind: "data", target: type };
      const error = permissionDenied([denial], about);
      onDenied?.(denial, error);
      return error;
    },
  };
}
