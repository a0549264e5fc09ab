import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import {
  asGrants,
  asPermissions,
  covers,
  type Grant,
  grantText,
  type Permissions,
  together,
  tooManyPermissions,
} from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { decide, givenBy, withLines } from "../decide.ts";
import type { RequestedPermission } from "../request.ts";
import { forgetValues } from "../values.ts";
import type { Decision } from "../status.ts";
import { lockExtensions } from "../installed/settle.ts";
import { assertAllowed, rulesFor } from "../policy/apply.ts";
import { readPolicy } from "../policy/read.ts";
import { baseFolders } from "../../repository/base_folders.ts";
import type { Repository } from "../../repository/repository.ts";
import { findSubject, type GrantSubject } from "./subject.ts";

/** Permissions, and SDKs that stand for what they ask for. */
export interface Grants {
  allow: Permissions;
  sdks: readonly string[];
}

/** What a change of grants did. */
interface GrantChange {
  name: string;
  origin: GrantSubject["origin"];
  /** What was granted, or taken back, by this change. */
  changed: Grant[];
  /** What is granted now. */
  granted: Permissions;
}

/**
 * Grants permissions permanently, in this repository. Runs that are going on keep what they had.
 *
 * @param name an extension, or a type
 * @throws SvcError `not_found`; `consent_required` for a pulled extension that the person has not
 *   agreed to run; `permission_denied` for what the policy denies; `validation_failed` for too many;
 *   `policy_invalid`, `config_exposed`, `lock_timeout`
 */
export async function grantPermissions(
  repository: Repository,
  name: string,
  wanted: Permissions | Grants,
): Promise<GrantChange> {
  // No update, and no removal, may come between looking at the extension and writing the decision.
  await using _lock = await lockExtensions(repository);
  const subject = await findSubject(repository, name);
  const grants = permissionsFor(subject, wanted);
  assertAllowed(
    grants,
    rulesFor(await readPolicy(repository), subject.policy),
    baseFolders(repository),
  );
  return await change(repository, subject, (before) => {
    const permissions = together(before.permissions, grants);
    const many = tooManyPermissions(permissions, LIMITS.permissions.granted);
    if (many !== undefined) {
      throw new SvcError("validation_failed", `The permissions of ${subject.name} ${many}`, {
        hint: "Revoke what it does not need, or grant one that covers several.",
      });
    }
    const asked = requestedOf(subject, asGrants(grants));
    const own = asGrants(grants).filter((one) => !asked.some((other) => isSame(one, other)));
    const given = { ...before.given, ...givenBy(own, subject.models).given };
    return {
      permissions,
      shown: withLines(before.shown, asked, subject.models),
      ...(Object.keys(given).length === 0 ? {} : { given }),
    };
  });
}

/**
 * Takes back permissions, or all of them. What was asked for and is taken back is not asked again, nor
 * granted by pulling the same content again.
 *
 * @throws SvcError as {@linkcode grantPermissions}; `not_found` for a permission that is neither granted
 *   nor asked for, or that a wider one grants
 */
export async function revokePermissions(
  repository: Repository,
  name: string,
  wanted: Permissions | Grants | "all",
): Promise<GrantChange> {
  await using _lock = await lockExtensions(repository);
  const subject = await findSubject(repository, name);
  const grants = wanted === "all" ? "all" : permissionsFor(subject, wanted);
  const changed = await change(repository, subject, (before) => {
    if (grants !== "all") assertRevocable(subject, before, asGrants(grants));
    const gone = (one: Grant) => grants === "all" || grants[one.kind]?.includes(one.entry) === true;
    const given = Object.entries(before.given ?? {}).filter(([text]) =>
      grants !== "all" && !asGrants(grants).some((one) => grantText(one) === text)
    );
    const asked = grants === "all"
      ? subject.request.permissions
      : requestedOf(subject, asGrants(grants));
    return {
      permissions: asPermissions(asGrants(before.permissions).filter((one) => !gone(one))),
      shown: withLines(before.shown, asked, subject.models),
      ...(given.length === 0 ? {} : { given: Object.fromEntries(given) }),
    };
  });
  const texts = grants === "all" ? undefined : asGrants(grants).map(grantText);
  await forgetValues(repository, `${subject.origin}:${subject.kept}`, texts);
  return changed;
}

/** With what the extension asks for by each SDK. */
function permissionsFor(
  { name, request }: GrantSubject,
  wanted: Permissions | Grants,
): Permissions {
  if (!("sdks" in wanted)) return wanted;
  const unknown = wanted.sdks.find((sdk) => !request.permissions.some((one) => one.sdk === sdk));
  if (unknown !== undefined) {
    throw new SvcError("not_found", `${name} does not request sdk:${visibleName(unknown)}`, {
      hint: `'svc extension permissions ${name}' shows what it requests.`,
    });
  }
  const asked = request.permissions.filter(({ sdk = "" }) => wanted.sdks.includes(sdk));
  return together(wanted.allow, asPermissions(asked));
}

async function change(
  repository: Repository,
  subject: GrantSubject,
  next: (before: Decision) => Decision,
): Promise<GrantChange> {
  const { name, origin, version, consent, kept } = subject;
  if (origin === "pulled" && consent === undefined) {
    throw new SvcError(
      "consent_required",
      `${name} is in this repository, but you have not agreed to run its current files`,
      {
        hint: "Run 'svc extension install' first: it shows the requested permissions and asks you.",
      },
    );
  }
  let before: Permissions = {};
  const { permissions } = await decide(
    repository,
    {
      origin,
      extension: kept,
      version,
      ...(consent?.content === undefined ? {} : { content: consent.content }),
      ...(consent?.requested === undefined ? {} : { requested: consent.requested }),
    },
    (stored = { permissions: {}, shown: [] }) => {
      before = stored.permissions;
      return next(stored);
    },
  );
  const was = asGrants(before);
  const is = asGrants(permissions);
  return {
    name,
    origin,
    changed: [
      ...is.filter((one) => !was.some((other) => isSame(one, other))),
      ...was.filter((one) => !is.some((other) => isSame(one, other))),
    ],
    granted: permissions,
  };
}

function assertRevocable(
  { name, request }: GrantSubject,
  { permissions }: Decision,
  grants: readonly Grant[],
): void {
  for (const one of grants) {
    if (permissions[one.kind]?.includes(one.entry)) continue;
    const wider = asGrants(permissions).find((other) => covers(asPermissions([other]), one));
    if (wider !== undefined) {
      throw new SvcError(
        "not_found",
        `${grantText(one)} is not granted to ${name} separately, but as a part of ${
          grantText(wider)
        }`,
        { hint: `Revoke ${grantText(wider)}, then grant what it should keep.` },
      );
    }
    if (request.permissions.some((other) => isSame(one, other))) continue;
    throw new SvcError("not_found", `${grantText(one)} is not granted to ${name}`, {
      hint: `'svc extension permissions ${name}' shows what is.`,
    });
  }
}

function requestedOf(
  { request }: GrantSubject,
  grants: readonly Grant[],
): RequestedPermission[] {
  return request.permissions.filter((one) => grants.some((other) => isSame(one, other)));
}

function isSame(a: Grant, b: Grant): boolean {
  return a.kind === b.kind && a.entry === b.entry;
}
