import {
  type Grant,
  internalKind,
  type PermissionKind,
  permissionProblem,
  type Permissions,
  wideRow,
} from "@svc/core/permission";
import type { ModuleRecord } from "../extension/describe/record.ts";
import { absolutePath, relativeInside } from "../base/files/path.ts";
import type { Repository } from "../repository/repository.ts";
import { closedPlaces } from "../consent/permissions/closed.ts";
import { isWithin } from "../consent/permissions/real_path.ts";

/** A permission that was refused. */
export interface Denial {
  kind: string;
  target: string;
  /** The host whose name led to the address that was refused, where it is known. */
  host?: string;
}

/** What a refusal is about. */
export interface DenialAbout {
  /** The type or the report, as people know it. */
  type: string;
  resolved: Pick<ModuleRecord, "origin" | "extension" | "manifest" | "permissions" | "found"> & {
    /** What the policy denies, whatever was granted. */
    denied?: Permissions;
  };
  repository: Repository;
  /** What its user set: a behavior's global arguments, or the settings of a vault or datastore. */
  settings?: Readonly<Record<string, unknown>>;
  /** Reads a variable of svc's own environment. */
  env?: (name: string) => string | undefined;
}

/** What paths start from here. */
export function baseFoldersOf(
  { repository, env }: DenialAbout,
): { home: string | undefined; root: string } {
  return { home: (env ?? ((name) => Deno.env.get(name)))("HOME"), root: repository.root };
}

/** The grant that would open it; undefined for what nobody is granted. */
export function grantOf({ kind, target }: Denial, about: DenialAbout): Grant | undefined {
  // Deno knows kinds that svc grants to nobody, such as `ffi`.
  if (!isKind(kind)) return undefined;
  const entry = DENIED[kind].entryOf(target, about);
  return entry !== undefined && permissionProblem(kind, entry) === undefined
    ? { kind, entry }
    : undefined;
}

/** What is known of refusals by the kind that Deno, or svc itself, names in them. */
interface DeniedKind {
  /** The entry that would open it; undefined for what nobody is granted. */
  entryOf(target: string, about: DenialAbout): string | undefined;
  /** True where no library asks by the way, to see where it is: a result may lack something without it. */
  isMissed: boolean;
}

const DENIED: { readonly [kind in PermissionKind]: DeniedKind } = {
  net: { entryOf: netEntryOf, isMissed: true },
  run: { entryOf: programEntry, isMissed: true },
  env: { entryOf: itself, isMissed: false },
  read: { entryOf: (target, about) => pathEntryOf("read", target, about), isMissed: false },
  write: { entryOf: (target, about) => pathEntryOf("write", target, about), isMissed: true },
  sys: { entryOf: itself, isMissed: false },
  data: {
    // A type may be spelled as no entry can be; only all types cover it then.
    entryOf: (target) => permissionProblem("data", target) === undefined ? target : "*",
    isMissed: false,
  },
  graft: { entryOf: itself, isMissed: false },
};

/** The name of a file that code looks for where it lies itself: packages have theirs beside it. */
export function besideCode({ kind, target }: Denial, about: DenialAbout): string | undefined {
  const inside = kind === "read"
    ? relativeInside(`${about.repository.state}/bundles`, target)
    : undefined;
  return /^[^/]+\/(.+)$/.exec(inside ?? "")?.[1];
}

/** True for a refusal without which a result may lack something. */
export function isMissed({ kind }: Denial): boolean {
  return isKind(kind) && DENIED[kind].isMissed;
}

function isKind(kind: string): kind is PermissionKind {
  return Object.hasOwn(DENIED, kind);
}

function itself(target: string): string {
  return target;
}

/**
 * A host is granted with the ports of the web. An address of this machine or of a private network is
 * granted as it was asked for; port 0 is any that is free.
 */
function netEntryOf(target: string): string {
  const any = target.replace(/:0$/, "");
  return internalKind(any) === undefined ? any.replace(/:(443|80)$/, "") : any;
}

/** The name of a program that PATH leads to, else its path. */
function programEntry(target: string, about: DenialAbout): string {
  if (!target.startsWith("/")) return target;
  const path = (about.env ?? ((name) => Deno.env.get(name)))("PATH") ?? "";
  const name = target.slice(target.lastIndexOf("/") + 1);
  return path.split(":").some((folder) => `${folder}/${name}` === target) ? name : target;
}

/**
 * The folder that the person set and the path is in, so that each file below is not asked for by itself;
 * the path where there is none, or the folder is one of the wide ones.
 */
function folderSetFor(kind: "read" | "write", path: string, about: DenialAbout): string {
  const places = baseFoldersOf(about);
  const folders = Object.values(about.settings ?? {})
    .flatMap((value) =>
      typeof value === "string" && value.startsWith("/") ? absolutePath(value, places.root) : []
    )
    .filter((folder) => isWithin(folder, path) && !wideRow(kind, folder, places));
  return folders.toSorted((a, b) => a.length - b.length)[0] ?? path;
}

/** As a person would write it: from the repository's root, from their home folder, or absolute. */
function pathEntryOf(
  kind: "read" | "write",
  target: string,
  about: DenialAbout,
): string | undefined {
  const { home, root } = baseFoldersOf(about);
  if (target === "CWD") return ".";
  // Deno's names for places without a path.
  if (!target.includes("/") && /^(?:exec_path|TMP|HOME)/.test(target)) return undefined;
  const path = folderSetFor(kind, absolutePath(target, root), about);
  // Deno opens these to nobody who may not do everything.
  if (/^\/(?:proc|sys)(?:\/|$)/.test(path)) return undefined;
  const closed = closedPlaces(about.repository, "/", about.env ?? ((name) => Deno.env.get(name)));
  if ([...closed[kind], about.repository.state].some((one) => isWithin(one, path))) {
    return undefined;
  }
  if (path === root) return ".";
  if (isWithin(root, path)) return path.slice(root.length + 1);
  return home?.startsWith("/") && home !== "/" && path.startsWith(`${home}/`)
    ? `~/${path.slice(home.length + 1)}`
    : path;
}
