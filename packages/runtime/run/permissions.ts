import type { JsonSchema } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import {
  defaultOf,
  hostOf,
  pathEntry,
  PERMISSION_KINDS,
  type PermissionKind,
  permissionProblem,
  type Permissions,
  placeholderOf,
  tooManyPermissions,
} from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { absolutePath, parentOf } from "../files/path.ts";
import { lstatIfPresent } from "../files/read.ts";
import type { Repository } from "../repository/repository.ts";

/** What the permissions of a run depend on. */
export interface PermissionInput {
  permissions: Permissions;
  globalArguments: Record<string, unknown>;
  globalSchema: JsonSchema | undefined;
  repository: Repository;
  /** A folder of the run's own that it may read and write. */
  scratch: string;
  /** Folder of the extension's files, which it may read. */
  filesRoot: string | undefined;
  env?: (name: string) => string | undefined;
}

/** Folders of `.svc` that no grant opens: data, secrets and what svc decides by. */
const CLOSED = [
  "data",
  "secrets",
  "outputs",
  "bundles",
  "types",
  "definitions",
  "auto-definitions",
  "locks",
];

/** What a method may not write even where it is granted: what svc and git run or decide by. */
const FIXED = [
  ".svc",
  ".svc.yaml",
  ".git",
  "upstream_extensions.json",
  "behaviors",
  "vaults",
  "extensions",
];

/**
 * The flags that give a child exactly the permissions its manifest declares and nothing more.
 *
 * @throws SvcError `invalid_argument` when a `net` placeholder's value is no URL or host, or a path
 *   cannot be passed on; `permission_denied` for a grant that no manifest may ask for.
 */
export function permissionFlags(input: PermissionInput): string[] {
  const { permissions, repository, scratch, filesRoot } = input;
  assertGrants(permissions);
  const inside = (path: string) => path === "." ? repository.root : `${repository.root}/${path}`;
  const read = [
    scratch,
    ...(filesRoot === undefined ? [] : [filesRoot]),
    ...(permissions.read ?? []).map(inside),
  ];
  const write = [scratch, ...(permissions.write ?? []).map(inside)];
  const net = (permissions.net ?? []).flatMap((entry) => netHosts(entry, input));
  // Where the home folder is the repository, credentials and consents lie in it, too.
  const own = repository.config === undefined ? [] : [repository.config];
  const closed = [...CLOSED.map((folder) => `${repository.state}/${folder}`), ...own];
  return [
    ...flag("--allow-net", net),
    ...flag("--allow-run", permissions.run ?? []),
    ...flag("--allow-env", permissions.env ?? []),
    ...flag("--allow-sys", permissions.sys ?? []),
    ...flag("--allow-read", read),
    ...flag("--allow-write", write),
    ...flag("--deny-read", closed),
    ...flag("--deny-write", [...FIXED.map(inside), ...own]),
  ];
}

/** Checked where it counts: a descriptor may have been written by any hand. */
function assertGrants(permissions: Permissions): void {
  const many = tooManyPermissions(permissions);
  if (many !== undefined) throw refusedGrant(`The extension's permissions ${many}`);
  for (const kind of PERMISSION_KINDS) {
    for (const entry of permissions[kind] ?? []) {
      const problem = permissionProblem(kind, entry) ?? notEnforced(kind, entry);
      if (problem === undefined) continue;
      throw refusedGrant(
        `The extension asks for ${kind} "${visibleName(entry.slice(0, 300))}", which ${problem}`,
      );
    }
  }
}

/** What the grammar allows and the flags below do not express yet. */
function notEnforced(kind: PermissionKind, entry: string): string | undefined {
  if (kind === "net") return entry === "*" ? "must be a host" : undefined;
  if (kind !== "read" && kind !== "write" && kind !== "run") return undefined;
  return pathEntry(entry).base !== "." ? "must be in the repository" : undefined;
}

function refusedGrant(message: string): SvcError {
  return new SvcError("permission_denied", message, {
    hint: "No extension gets this. Ask its publisher for a version that asks for less.",
  });
}

/**
 * Refuses grants of paths that a symbolic link leads out of the repository or into its closed
 * folders: the sandbox compares paths as they are written.
 *
 * @throws SvcError `permission_denied` naming the path
 */
export async function assertGrantsInside(
  permissions: Permissions,
  repository: Repository,
): Promise<void> {
  const root = await Deno.realPath(repository.root);
  for (const kind of ["read", "write"] as const) {
    for (const entry of permissions[kind] ?? []) {
      const literal = absolutePath(entry, root);
      const real = await realPathOfExisting(literal);
      if (literal === real || literal.startsWith(`${real}/`)) continue;
      throw new SvcError(
        "permission_denied",
        `The extension may ${kind} ${entry}, but a symbolic link leads from there to ${real}`,
        {
          hint: "Replace the link by a folder of its own, so that what is granted is what it says.",
        },
      );
    }
  }
}

/** Where a path leads; for one that does not exist, where its nearest existing folder leads. */
async function realPathOfExisting(path: string): Promise<string> {
  for (let at = path;; at = parentOf(at)) {
    if (await lstatIfPresent(at) !== undefined) return await Deno.realPath(at);
  }
}

function flag(name: string, values: readonly string[]): string[] {
  const broken = values.find((value) => value.includes(","));
  if (broken !== undefined) {
    throw new SvcError("invalid_argument", `The path ${broken} contains a comma`, {
      hint: "The sandbox cannot be told of such a path. Move the repository to a plainer one.",
    });
  }
  return values.length === 0 ? [] : [`${name}=${[...new Set(values)].join(",")}`];
}

/** The host of a `net` entry, with the port of its URL; none when its variable is not set. */
function netHosts(entry: string, input: PermissionInput): string[] {
  const placeholder = placeholderOf("net", entry);
  if (placeholder === undefined) return [entry];
  const env = input.env ?? ((name: string) => Deno.env.get(name));
  const value = placeholder.source === "env"
    ? env(placeholder.name)
    : input.globalArguments[placeholder.name] ?? defaultOf(input.globalSchema, placeholder.name);
  if (value === undefined || value === "") return [];
  const host = hostOf(String(value));
  if (host !== undefined) return [host];
  throw new SvcError(
    "invalid_argument",
    `${placeholder.source}.${placeholder.name} must be a URL, as the manifest grants net to its host`,
    { hint: "Write it like https://api.example.com." },
  );
}
