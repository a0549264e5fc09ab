import {
  asGrants,
  asPermissions,
  type Grant,
  grantText,
  type Permissions,
  type PlaceholderSource,
  together,
} from "@svc/core/permission";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import type { Consent } from "./consent.ts";
import type { PermissionRequest, RequestedPermission } from "./request.ts";
import { consentStatus, type Decision, isKnown, meanings } from "./status.ts";
import { listConsents, recordConsent } from "./store.ts";

/**
 * The name under which a person's decisions about a type of the repository's own sources are kept:
 * its extension's, or the type's where it belongs to none. No extension's name has a colon. What a
 * file adds to a type shares no decision with a type of that name.
 */
export function localName(
  { extension, graft, type }: {
    extension: string | undefined;
    graft?: { key: string } | undefined;
    type: string;
  },
): string {
  return extension ?? graft?.key ?? `type:${type}`;
}

/**
 * Changes what a person decided about an extension, starting from what is stored at that moment: of
 * two changes at once, neither undoes the other.
 *
 * @throws SvcError `lock_timeout`, `config_exposed`, `validation_failed` without a configuration folder
 */
export async function decide(
  repository: Repository,
  about: Omit<Consent, "repository" | "grantedAt" | keyof Decision>,
  change: (before: Decision | undefined) => Decision,
): Promise<Decision> {
  await using _lock = await lockRepository(repository, { file: "consents.lock" });
  const content = JSON.stringify(about.content);
  const stored = (await listConsents(repository, about.extension)).find((one) =>
    one.origin === about.origin && JSON.stringify(one.content) === content
  );
  const decided = change(stored);
  await recordConsent(repository, { ...about, ...decided });
  return decided;
}

/**
 * A decision with a yes to some of what was asked. What was not granted is not asked again before a run
 * needs it.
 */
export function agreed(
  before: Decision = { permissions: {}, shown: [] },
  asked: readonly RequestedPermission[],
  granted: readonly RequestedPermission[],
  models: readonly PlaceholderSource[],
): Decision {
  return {
    ...before,
    permissions: together(before.permissions, asPermissions(granted)),
    shown: withLines(before.shown, asked, models),
  };
}

/**
 * What is decided for a new version: what was granted before and still means the same, and what is
 * granted now. What the person was shown is not asked again, granted or not.
 *
 * @param asked what they were shown now
 * @param now what they granted of it, or by themselves
 */
export function decisionOn(
  request: PermissionRequest,
  { models, before, asked, now }: {
    models: readonly PlaceholderSource[];
    before: Decision | undefined;
    asked: readonly RequestedPermission[];
    now: Permissions;
  },
): Decision {
  const known = before?.shown ?? [];
  const decided = request.permissions.filter((one) => isKnown(one, models, known));
  const permissions = together(consentStatus(request, models, before).granted, now);
  const requested = new Set(request.permissions.map(grantText));
  const own = asGrants(permissions).filter((one) => !requested.has(grantText(one)));
  return {
    permissions,
    shown: withLines([], [...decided, ...asked, ...ofRequest(request, permissions)], models),
    ...givenBy(own, models),
  };
}

/** What of a request is among permissions. */
function ofRequest(request: PermissionRequest, permissions: Permissions): RequestedPermission[] {
  return request.permissions.filter(({ kind, entry }) => permissions[kind]?.includes(entry));
}

/** What a person granted by themselves, as a consent keeps it. */
export function givenBy(
  own: readonly Grant[],
  models: readonly PlaceholderSource[],
): Pick<Decision, "given"> {
  if (own.length === 0) return {};
  return { given: Object.fromEntries(own.map((one) => [grantText(one), meanings(one, models)])) };
}

/** Lines of decisions, with those of further ones. */
export function withLines(
  lines: readonly string[],
  more: readonly RequestedPermission[],
  models: readonly PlaceholderSource[],
): string[] {
  return [...new Set([...lines, ...more.flatMap((one) => meanings(one, models))])];
}
