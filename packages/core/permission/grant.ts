import { SvcError } from "../error/error.ts";
import { visibleName } from "../text/plain.ts";
import { permissionProblem } from "./entry.ts";
import { asGrants, asPermissions } from "./grants.ts";
import {
  type Grant,
  PERMISSION_KINDS,
  type PermissionKind,
  type Permissions,
} from "./permission.ts";

/** A permission as people write it on a command line: `net:api.example.com`. */
export function grantText({ kind, entry }: Grant): string {
  return `${kind}:${entry}`;
}

/** All permissions as {@linkcode grantText} writes them. */
export function grantTexts(permissions: Permissions): string[] {
  return asGrants(permissions).map(grantText);
}

/**
 * Reads `<kind>:<entry>`.
 *
 * @throws SvcError `invalid_argument` when the kind is none or its entry is not of the grammar, with
 *   what to write instead
 */
export function parseGrant(text: string): Grant {
  const colon = text.indexOf(":");
  const kind = text.slice(0, colon) as PermissionKind;
  if (colon < 0 || !PERMISSION_KINDS.includes(kind)) throw unknownKind(text);
  const entry = text.slice(colon + 1);
  const problem = permissionProblem(kind, entry);
  if (problem === undefined) return { kind, entry };
  throw new SvcError(
    "invalid_argument",
    `${shown(text)} cannot be granted: the entry of ${kind} ${problem}`,
    { hint: FORM },
  );
}

/**
 * Several grants as permissions, each entry once.
 *
 * @throws SvcError `invalid_argument` as {@linkcode parseGrant} does.
 */
export function permissionsOf(grants: readonly string[]): Permissions {
  return asPermissions(grants.map(parseGrant));
}

const FORM = `Write <kind>:<entry>, for example net:api.example.com, run:git or read:~/data. ` +
  `Kinds: ${PERMISSION_KINDS.join(", ")}.`;

function unknownKind(text: string): SvcError {
  const meant = meantKind(text);
  return new SvcError(
    "invalid_argument",
    `${shown(text)} does not begin with a kind of permission`,
    { hint: meant === undefined ? FORM : `Did you mean ${meant}? ${FORM}` },
  );
}

/** What somebody who left the kind away has probably meant. */
function meantKind(text: string): string | undefined {
  const host = URL.canParse(text) && /^https?:/.test(text) ? new URL(text).host : text;
  const path = /^(?:~?\/|\.\/)/.test(text);
  const [kind, entry] = path ? ["read", text] as const : ["net", host] as const;
  // A word of its own may be a program or a variable as well.
  if (!path && !/[.:]/.test(host)) return undefined;
  return permissionProblem(kind, entry) === undefined ? `${kind}:${entry}` : undefined;
}

/** As it was written, with what is not seen spelled out, and not longer than a line. */
function shown(text: string): string {
  return JSON.stringify(visibleName(text.slice(0, 300)));
}
