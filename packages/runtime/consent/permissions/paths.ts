import { SvcError } from "@svc/core/error";
import { absoluteEntry, type BaseFolders, type Permissions } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { parentOf } from "../../base/files/path.ts";
import type { ClosedPlaces } from "./closed.ts";
import { fewLinks } from "./few_links.ts";
import { linksBelow } from "./links.ts";
import { isWithin, type RealPath, realPathOf } from "./real_path.ts";

/** What of the disk is open and closed to a run, as absolute paths. */
export interface OpenPaths {
  allow: { read: string[]; write: string[] };
  deny: { read: string[]; write: string[] };
  /** Real paths of what may be written. */
  writable: string[];
}

/** A granted path, as it is written and where it leads. */
interface Granted {
  kind: "read" | "write";
  entry: string;
  literal: string;
  real: RealPath;
}

/**
 * The paths that are open under `read` and `write` entries without placeholders. Deno compares paths as
 * they are written and follows links, so a link could open what nobody granted. The rule: links that
 * the person or the system made are followed; a link in the repository, or in a folder that the
 * extension may write, never leads out of what was granted. One on the way to a granted path is refused,
 * one below it is closed. What is closed is so under every name that a grant gives it.
 *
 * @param places `root` as methods know it; both are given
 * @throws SvcError `permission_denied` for a grant that a link leads elsewhere, or that would hold what
 *   stays closed; `invalid_argument` when the home folder is not known.
 */
export function openPaths(
  permissions: Permissions,
  places: BaseFolders & { root: string },
  closed: ClosedPlaces,
  denied: Permissions = {},
): OpenPaths {
  const granted = (["read", "write"] as const).flatMap((kind) =>
    (permissions[kind] ?? []).map((entry) => grantedPath(kind, entry, places))
  );
  const writable = granted.flatMap(({ kind, real }) => kind === "write" ? [real.path] : []);
  if (granted.length === 0) {
    return { allow: { read: [], write: [] }, deny: closed, writable };
  }
  const arrived = [realPathOf(places.root)?.path ?? places.root, ...writable];
  for (const one of granted) assertSound(one, arrived, closed);
  // A policy also stands against links that the person made: nobody wrote it with those in mind.
  const searched = granted.filter(({ kind }) => (denied[kind] ?? []).length > 0)
    .map(({ real }) => real.path);
  const links = closedLinks(granted, [...arrived, ...searched], closed);
  const deny = {
    read: everyName([...closed.read, ...links.read], granted),
    write: everyName([...closed.write, ...links.write], granted),
  };
  const forms = (kind: "read" | "write") =>
    outside(
      granted.flatMap((one) => one.kind === kind ? [one.literal, one.real.path] : []),
      deny[kind],
    );
  return { allow: { read: forms("read"), write: forms("write") }, deny, writable };
}

/**
 * The paths that are in none of the closed ones: of two flags, Deno may go by the one with the longer path,
 * so a grant would open what is deep in a closed folder.
 */
export function outside(paths: readonly string[], closed: readonly string[]): string[] {
  return paths.filter((path) => !closed.some((folder) => isWithin(folder, path)));
}

function grantedPath(kind: "read" | "write", entry: string, places: BaseFolders): Granted {
  const literal = absoluteEntry(entry, places);
  if (literal === undefined) {
    throw new SvcError(
      "invalid_argument",
      `The extension may ${kind} ${visibleName(entry)}, but your home folder is not known`,
      { hint: "Set the variable HOME to its absolute path." },
    );
  }
  const real = realPathOf(literal);
  if (real !== undefined) return { kind, entry, literal, real };
  throw new SvcError(
    "permission_denied",
    `The extension may ${kind} ${visibleName(entry)}, where symbolic links form a loop`,
    { hint: "Remove the links, so that the grant means what it says." },
  );
}

function assertSound(one: Granted, arrived: readonly string[], closed: ClosedPlaces): void {
  const { kind, entry, literal, real } = one;
  const named = `The extension may ${kind} ${visibleName(entry)}`;
  if (real.links.some((link) => arrived.some((folder) => isWithin(folder, link)))) {
    throw new SvcError(
      "permission_denied",
      `${named}, but a symbolic link leads from there to ${visibleName(real.path)}`,
      { hint: "Replace the link by a real folder, so that the grant means what it says." },
    );
  }
  const held = kind === "read"
    ? undefined
    : closed.held.find(({ path }) => isWithin(literal, path) || isWithin(real.path, path));
  if (held !== undefined) {
    throw new SvcError("permission_denied", `${named}, but ${held.what} is in ${real.path}`, {
      hint: "This is granted to no extension. Grant a separate folder to write in.",
    });
  }
  const movable = kind === "read"
    ? undefined
    : closed.fixed.find(({ path }) =>
      [literal, real.path].some((folder) =>
        folder !== path && isWithin(folder, path) && parentOf(path) !== folder
      )
    );
  if (movable !== undefined) {
    throw new SvcError(
      "permission_denied",
      `${named}, but ${movable.what} below a folder in it, which could be moved away`,
      { hint: "Grant the folders next to it, not their parent folder." },
    );
  }
  if (closed[kind].some((path) => !isWithin(path, literal) && isWithin(path, real.path))) {
    throw new SvcError(
      "permission_denied",
      `${named}, but a link leads from there to svc's own files`,
      {
        hint: "This is granted to no extension. Grant another folder.",
      },
    );
  }
}

/** The links inside granted folders that lead to what was not granted, for each kind. */
function closedLinks(
  granted: readonly Granted[],
  arrived: readonly string[],
  closed: ClosedPlaces,
): { read: string[]; write: string[] } {
  const folders = granted.flatMap(({ real: { path } }) =>
    arrived.flatMap((area) => isWithin(area, path) ? [path] : isWithin(path, area) ? [area] : [])
  );
  const found = folders.length === 0 ? [] : linksBelow(folders, closed.read);
  const leadOut = (kind: "read" | "write") => {
    const open = granted.filter((one) => one.kind === kind).map(({ real }) => real.path);
    const out = found.filter(({ link, target }) =>
      open.some((path) => isWithin(path, link)) &&
      (target === undefined || !open.some((path) => isWithin(path, target)) ||
        closed[kind].some((path) => isWithin(path, target) || isWithin(target, path)))
    );
    return fewLinks(out.map(({ link }) => link), open);
  };
  return { read: leadOut("read"), write: leadOut("write") };
}

/** Real paths, and the names they have below grants that a link leads to them. */
function everyName(paths: readonly string[], granted: readonly Granted[]): string[] {
  const others = granted.filter(({ literal, real }) => literal !== real.path);
  return [
    ...new Set(paths.flatMap((path) => [
      path,
      ...others.flatMap(({ literal, real }) =>
        isWithin(real.path, path) ? [literal + path.slice(real.path.length)] : []
      ),
    ])),
  ];
}
