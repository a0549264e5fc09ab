import { isRecord, isTexts } from "@svc/core/json";
import { grantText } from "@svc/core/permission";
import type { PermissionRequest } from "../request.ts";

/**
 * What an extension asked for when it was pulled, as the lockfile has it, so that a change of it shows in
 * git. It grants nothing. All lists are sorted.
 */
export interface LockedRequest {
  /** What its manifest declares, as `<kind>:<entry>`. */
  declared?: string[];
  /** What a scan found beside that, with the places. */
  found?: Record<string, string[]>;
  /** The kinds of which the code computes what it asks for, with the places. */
  computed?: Record<string, string[]>;
}

/** A request as the lockfile has it; `{}` when nothing is requested. */
export function lockedRequest({ permissions, computed }: PermissionRequest): LockedRequest {
  const declared = permissions.filter((one) => one.declared).map(grantText).sort();
  const found = permissions.filter((one) => !one.declared)
    .map((one) => [grantText(one), one.found] as const).sort(byKey);
  const kinds = computed.map((one) => [one.kind, one.found] as const).sort(byKey);
  return {
    ...(declared.length === 0 ? {} : { declared }),
    ...(found.length === 0 ? {} : { found: Object.fromEntries(found) }),
    ...(kinds.length === 0 ? {} : { computed: Object.fromEntries(kinds) }),
  };
}

/** What a lockfile names and an archive asks for, apart: both empty when they agree. */
export function requestDifference(
  locked: LockedRequest,
  request: PermissionRequest,
): { notLocked: string[]; notRequested: string[] } {
  const named = new Set([...locked.declared ?? [], ...Object.keys(locked.found ?? {})]);
  const asked = new Set(request.permissions.map(grantText));
  return {
    notLocked: [...asked].filter((one) => !named.has(one)),
    notRequested: [...named].filter((one) => !asked.has(one)),
  };
}

/** True for what {@linkcode lockedRequest} makes. */
export function isLockedRequest(value: unknown): value is LockedRequest {
  if (!isRecord(value)) return false;
  const { declared = [], found = {}, computed = {} } = value;
  return isTexts(declared) &&
    [found, computed].every((one) => isRecord(one) && Object.values(one).every(isTexts));
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
