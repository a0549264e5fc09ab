import {
  asGrants,
  asPermissions,
  covers,
  describePermissions,
  type Grant,
  grantText,
  placeholderOf,
  type PlaceholderSource,
  together,
} from "@svc/core/permission";
import type { Consent } from "./consent.ts";
import type { PermissionRequest, RequestedPermission } from "./request.ts";

/** The part of a consent that decides. */
export type Decision = Pick<Consent, "permissions" | "shown" | "given">;

/**
 * What an earlier decision says about a request. It holds for what was shown then: a placeholder that
 * has come to mean another host, and an entry that is wider than before, are asked about again.
 *
 * @param models whose arguments say what placeholders mean
 */
export function consentStatus(
  request: PermissionRequest,
  models: readonly PlaceholderSource[],
  before: Decision = { permissions: {}, shown: [] },
) {
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
    return isKnown(one, models, lines);
  };
  // Of what was granted in wider words before, a part is no new question. Not of a placeholder: it may
  // have come to mean something else.
  const wider = asPermissions(
    asGrants(permissions).filter((one) =>
      placeholderOf(one.kind, one.entry) === undefined && isDecided(one)
    ),
  );
  const kept = asPermissions(all.filter((one) => has(one) && isDecided(one)));
  const parts = all.filter((one) => !has(one) && !covers(kept, one) && covers(wider, one));
  const granted = together(kept, asPermissions(parts));
  const missing = all.filter((one) => !covers(granted, one));
  return {
    // Be it in wider words, and what they granted by themselves.
    granted,
    // What they were never asked about in this meaning.
    open: missing.filter((one) => !isDecided(one)),
    refused: missing.filter(isDecided),
  };
}

/** True when the lines of decisions hold a permission in all that it means. */
export function isKnown(
  grant: Grant,
  models: readonly PlaceholderSource[],
  lines: readonly string[],
): boolean {
  return meanings(grant, models).every((line) =>
    lines.includes(line) || EARLIER_REMARKS.some((remark) => lines.includes(`${line} (${remark})`))
  );
}

/** What earlier releases kept behind the line of an entry, in the consents that they wrote. */
const EARLIER_REMARKS: readonly string[] = [
  "any host",
  "can run anything that you can",
  "every file that you can read",
  "everything in your home folder",
  "keys and passwords may be there",
  "may change what the system runs",
  "may change what runs as you",
  "the data of every behavior",
];

/**
 * What a permission means for each of the models, one line each: a placeholder stands with the value
 * that is meant where nobody sets another.
 */
export function meanings(grant: Grant, models: readonly PlaceholderSource[]): string[] {
  const alone = asPermissions([grant]);
  const lines = models.length === 0
    ? describePermissions(alone)
    : models.flatMap((model) => describePermissions(alone, [model]));
  return [...new Set(lines)];
}
