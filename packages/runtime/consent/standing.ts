import {
  asGrants,
  asPermissions,
  covers,
  type Grant,
  grantText,
  type Permissions,
  type PlaceholderSource,
  shownPermissions,
} from "@svc/core/permission";
import type { Consent } from "./consent.ts";
import type { PermissionRequest, RequestedPermission } from "./request.ts";

/** What a person has decided about what is asked for now. */
export interface Standing {
  /** What they granted of it, and what they granted by themselves. */
  granted: Permissions;
  /** What they were never asked about in this meaning, and did not grant in wider words. */
  open: RequestedPermission[];
  /** What they were asked about and did not grant, or took back. */
  refused: RequestedPermission[];
}

/** The part of a consent that decides. */
export type Decided = Pick<Consent, "permissions" | "shown" | "given">;

/**
 * What an earlier decision says about a request. It holds for what was shown then: a placeholder that
 * has come to mean another host, and an entry that is wider than before, are asked about again.
 *
 * @param models whose arguments say what placeholders mean
 */
export function standing(
  request: PermissionRequest,
  models: readonly PlaceholderSource[],
  before: Decided = { permissions: {}, shown: [] },
): Standing {
  const { permissions, shown, given = {} } = before;
  const has = ({ kind, entry }: Grant) => permissions[kind]?.includes(entry) ?? false;
  const asked = new Set(request.permissions.map(grantText));
  // What they granted by themselves is looked at again, too: it may mean something else by now.
  const own = asGrants(permissions)
    .filter((one) => Object.hasOwn(given, grantText(one)) && !asked.has(grantText(one)))
    .map((one): RequestedPermission => ({ ...one, declared: false, found: [] }));
  const all = [...request.permissions, ...own];
  const isDecided = (one: Grant) => {
    const lines = [
      ...shown,
      ...(Object.hasOwn(given, grantText(one)) ? given[grantText(one)]! : []),
    ];
    return meanings(one, models).every((line) => lines.includes(line));
  };
  const granted = asPermissions(all.filter((one) => has(one) && isDecided(one)));
  const missing = all.filter((one) => !covers(granted, one));
  return {
    granted,
    open: missing.filter((one) => !isDecided(one)),
    refused: missing.filter(isDecided),
  };
}

/**
 * What a permission means for each of the models, one line each: a placeholder stands with the value
 * that is meant where nobody sets another.
 */
export function meanings(grant: Grant, models: readonly PlaceholderSource[]): string[] {
  const alone = asPermissions([grant]);
  const lines = models.length === 0
    ? shownPermissions(alone)
    : models.flatMap((model) => shownPermissions(alone, [model]));
  return [...new Set(lines)];
}
