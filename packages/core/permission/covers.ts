import { internalKind } from "./address.ts";
import { netEntry, PRIVATE_NETWORK } from "./host.ts";
import { absoluteEntry, pathEntry, type Places } from "./path.ts";
import {
  coversDataOf,
  PERMISSION_KINDS,
  type PermissionKind,
  type Permissions,
} from "./permission.ts";
import { placeholderOf } from "./placeholder.ts";

/** One permission. */
export interface Grant {
  kind: PermissionKind;
  entry: string;
}

/**
 * True when what was granted allows all that `wanted` asks for: the sandbox would refuse none of it,
 * folders apart that svc closes whatever is granted. A placeholder is covered by itself and by what
 * covers everything, as nobody knows its value yet.
 *
 * @param places without them a path is compared only with paths that start alike (`~/`, `/`, the
 *   repository)
 */
export function covers(granted: Permissions, wanted: Grant, places: Places = {}): boolean {
  const { kind, entry } = wanted;
  return (granted[kind] ?? []).some((one) =>
    one === entry || coversEntry(kind, one, entry, places)
  );
}

/** What of `wanted` is not covered by `granted`; empty when all of it is. */
export function uncovered(
  granted: Permissions,
  wanted: Permissions,
  places: Places = {},
): Permissions {
  const missing = PERMISSION_KINDS.map((kind) =>
    [
      kind,
      (wanted[kind] ?? []).filter((entry) => !covers(granted, { kind, entry }, places)),
    ] as const
  );
  return Object.fromEntries(missing.filter(([, entries]) => entries.length > 0));
}

/**
 * True when something is allowed by both entries: a rule that refuses one has to refuse the other. A
 * placeholder may become anything, so it overlaps with every entry of its kind.
 */
export function overlaps(
  kind: PermissionKind,
  one: string,
  other: string,
  places: Places & { home: string; root: string },
): boolean {
  if (one === other) return true;
  if ([one, other].some((entry) => placeholderOf(kind, entry) !== undefined)) return true;
  if (coversEntry(kind, one, other, places) || coversEntry(kind, other, one, places)) return true;
  if (kind !== "net") return false;
  const [first, second] = [netEntry(one), netEntry(other)];
  if (first === undefined || second === undefined) return false;
  // Two that hold a part of each other: every port of one name, and one port of all names.
  return samePort(first.port, second.port) &&
    (coversHost(first, second.host) || coversHost(second, first.host));
}

function coversEntry(
  kind: PermissionKind,
  granted: string,
  wanted: string,
  places: Places,
): boolean {
  switch (kind) {
    case "net":
      return coversNet(granted, wanted);
    case "read":
    case "write":
      return coversPath(granted, wanted, places);
    case "data":
      return wanted.endsWith("*")
        ? granted === "*" ||
          granted.endsWith("/*") && wanted.startsWith(granted.slice(0, -1))
        : coversDataOf([granted], wanted);
    case "run":
    case "env":
    case "sys":
    case "graft":
      return granted === wanted;
  }
}

function coversNet(granted: string, wanted: string): boolean {
  // Any public host: what is in a private network is granted by itself.
  if (granted === "*") return wanted !== PRIVATE_NETWORK && internalKind(wanted) === undefined;
  if (wanted === "*" || [granted, wanted].some((one) => placeholderOf("net", one))) return false;
  const [all, part] = [netEntry(granted), netEntry(wanted)];
  if (all === undefined || part === undefined) return false;
  if (all.port !== undefined && all.port !== part.port) return false;
  return (all.below || !part.below) && coversHost(all, part.host);
}

/** As Deno sees it, `*.example.com` is example.com itself, too. */
function coversHost(all: { host: string; below: boolean }, host: string): boolean {
  return all.host === host || all.below && host.endsWith(`.${all.host}`);
}

function samePort(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function coversPath(granted: string, wanted: string, places: Places): boolean {
  const [all, part] = [granted, wanted].map((entry) => {
    const absolute = absoluteEntry(entry, places);
    return pathEntry(absolute ?? entry);
  }) as [ReturnType<typeof pathEntry>, ReturnType<typeof pathEntry>];
  if (all.base === "/" && all.parts.length === 0) return true;
  return all.base === part.base && all.parts.every((name, index) => part.parts[index] === name);
}
