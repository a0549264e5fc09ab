import { SvcError } from "@svc/core/error";
import {
  asGrants,
  asPermissions,
  type BaseFolders,
  covers,
  coversDataOf,
  type Grant,
  grantText,
  internalKind,
  type PermissionKind,
  type Permissions,
  PRIVATE_NETWORK,
  together,
} from "@svc/core/permission";
import type { Policy, PolicySubject } from "./policy.ts";
import { registryOf } from "./registry.ts";

/** What the policy of this machine says of one extension. */
export interface PolicyRules {
  /** Granted without a question. */
  allow: Permissions;
  /** Granted by nothing and nobody. */
  deny: Permissions;
  /** The policy's file; undefined when there is no policy. */
  path?: string;
}

/** The rules of a policy for one extension; without a policy it says nothing. */
export function rulesFor(policy: Policy | undefined, subject: PolicySubject): PolicyRules {
  if (policy === undefined) return { allow: {}, deny: {} };
  const named = policy.extensions.filter(({ pattern }) =>
    coversDataOf([pattern], subject.name.toLowerCase())
  );
  const from = subject.from === undefined ? undefined : registryOf(subject.from);
  return {
    allow: together(
      policy.allow,
      // A name alone says nothing: another registry, or a repository, can have the same one.
      ...named.filter((rule) => from !== undefined && rule.from.includes(from))
        .map(({ allow }) => allow),
    ),
    deny: together(policy.deny, ...named.map(({ deny }) => deny)),
    path: policy.path,
  };
}

/** True when a rule denies all that `grant` permits. A part that is denied is closed in the sandbox. */
export function isDenied(grant: Grant, deny: Permissions, places: BaseFolders = {}): boolean {
  const { kind, entry } = grant;
  return (deny[kind] ?? []).some((denied) => denied === "*" || DENIES[kind]?.(denied, entry)) ||
    covers(deny, grant, places);
}

/** What the denial of an entry refuses besides what a grant of it would cover. */
const DENIES: { readonly [kind in PermissionKind]: (denied: string, entry: string) => boolean } = {
  // Each address of a network.
  net: (denied, entry) => denied === PRIVATE_NETWORK && internalKind(entry) === "private",
  // The same program by its name and by its place.
  run: (denied, entry) => lastName(denied) === lastName(entry),
  env: (denied, entry) => denied.endsWith("*") && entry.startsWith(denied.slice(0, -1)),
  read: nothing,
  write: nothing,
  sys: nothing,
  data: nothing,
  graft: nothing,
};

function nothing(): false {
  return false;
}

/** What is granted, and what the rules allow beyond it, without what they deny. */
export function permitted(
  granted: Permissions,
  { allow, deny }: PolicyRules,
  places: BaseFolders = {},
): Permissions {
  return asPermissions(
    asGrants(together(granted, allow)).filter((one) => !isDenied(one, deny, places)),
  );
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Refuses grants that the rules deny: better said at once than by a method that fails.
 *
 * @throws SvcError `permission_denied` naming the policy's file
 */
export function assertAllowed(
  grants: Permissions,
  { deny, path }: PolicyRules,
  places: BaseFolders = {},
): void {
  const denied = asGrants(grants).filter((one) => isDenied(one, deny, places));
  if (denied.length === 0) return;
  throw new SvcError(
    "permission_denied",
    `The policy ${path} denies ${denied.map(grantText).join(", ")}`,
    { hint: "Remove it, or ask the author of the policy." },
  );
}
