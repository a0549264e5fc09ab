import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import {
  absoluteEntry,
  asGrants,
  type BaseFolders,
  PERMISSION_KINDS,
  type PermissionKind,
  permissionProblem,
  type Permissions,
  tooManyPermissions,
} from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { isDenied, permitted } from "../policy/apply.ts";
import { TEMPORARY_NAMES } from "../../base/files/temporary.ts";
import { NAMES_AS_IPV4 } from "../../base/process/environment.ts";
import { commaEscaped } from "../../base/process/flag.ts";
import type { Repository } from "../../repository/repository.ts";
import { closedPlaces } from "./closed.ts";
import { linksOutOf } from "./links.ts";
import { namesAreIpv4, type NetRules, netRules, ownAddresses } from "./network.ts";
import { type OpenPaths, openPaths, outside } from "./paths.ts";
import { type PlaceholderInput, withoutPlaceholders } from "./placeholders.ts";
import { openPrograms, searchPath, withoutDenied } from "./programs.ts";
import { isWithin, realPathOf } from "./real_path.ts";

/** What the permissions of a run depend on. */
export interface PermissionInput {
  permissions: Permissions;
  /** What the policy denies, whatever a grant or the value of a placeholder includes. */
  denied?: Permissions | undefined;
  /** Arguments of the behavior that runs. */
  globalArgs?: PlaceholderInput | undefined;
  /** Configuration of the vault or datastore that is opened. */
  config?: PlaceholderInput | undefined;
  repository: Repository;
  /** Folders of the repository's own sources outside of `extensions`; absolute. */
  sources?: readonly string[];
  /** A folder of the run's own that it may read and write. */
  scratch: string;
  /** A folder of svc's own that it may read and write besides: what a datastore exchanges. */
  exchange?: string | undefined;
  /** Folder of the extension's files, which it may read. */
  filesRoot: string | undefined;
  /** `address:port` of the proxies that a method's requests go through. */
  proxies?: readonly string[] | undefined;
  /** Reads a variable of svc's own environment. */
  env?: (name: string) => string | undefined;
}

/** Most bytes of one flag; the kernel takes 128 KB. */
const FLAG_BYTES = 100_000;

/**
 * The flags that give a child exactly the permissions that were granted and nothing more. What svc and
 * Deno keep stays closed under every grant.
 *
 * @throws SvcError `invalid_argument` when a placeholder's value is not what its kind takes;
 *   `permission_denied` for what is granted to nobody, and for a path that a link leads elsewhere.
 */
export function enforcedPermissions(input: PermissionInput) {
  const { repository, scratch, filesRoot } = input;
  assertGrants(input.permissions);
  const env = input.env ?? ((name: string) => Deno.env.get(name));
  const places = { home: env("HOME"), root: repository.root };
  const denied = input.denied ?? {};
  const meant = withoutPlaceholders(input.permissions, {
    globalArgs: input.globalArgs,
    config: input.config,
    // In a run these name its own folder, which is open anyway.
    env: (name) => TEMPORARY_NAMES.includes(name) ? undefined : env(name),
    places,
  });
  // Again, as only now it is known what placeholders stand for.
  const permissions = permitted(meant, { allow: {}, deny: denied }, places);
  const byPolicy = {
    read: deniedPaths(denied.read, places),
    write: deniedPaths(denied.write, places),
  };
  const paths = openPaths(
    permissions,
    places,
    closedPlaces(repository, scratch, env, permissions, {
      denied: byPolicy,
      sources: input.sources ?? [],
    }),
    denied,
  );
  const { allow, deny, writable } = input.exchange === undefined
    ? paths
    : withExchange(paths, input.exchange, byPolicy);
  const { programs, path } = programsOf(permissions.run ?? [], places, writable, env("PATH"));
  const open = programs.filter((entry) => !isDenied({ kind: "run", entry }, denied));
  const net = permissions.net ?? [];
  const rules = netRules(net, entriesOf(denied.net), {
    proxies: input.proxies ?? [],
    own: net.length === 0 ? [] : ownAddresses(),
  });
  const files = filesRoot === undefined ? [] : [filesRoot];
  const flags: { readonly [kind in PermissionKind]: readonly string[] } = {
    net: netFlags(rules),
    run: flag("--allow-run", withoutDenied(open, entriesOf(denied.run), places, env("PATH") ?? "")),
    env: flag("--allow-env", permissions.env ?? []),
    read: [
      ...flag("--allow-read", [scratch, ...files, ...allow.read]),
      // A repository may bring links with the files of its own extensions.
      ...flag("--deny-read", [
        ...deny.read,
        ...files.flatMap((root) => linksOutOf(root, allow.read)),
      ]),
    ],
    write: [
      ...flag("--allow-write", [scratch, ...allow.write]),
      ...flag("--deny-write", deny.write),
    ],
    sys: flag("--allow-sys", permissions.sys ?? []),
    // Nothing of Deno's: svc hands out data, and adds to types itself.
    data: [],
    graft: [],
  };
  return {
    // Variables that the child gets besides: how names are looked up.
    environment: rules !== undefined && namesAreIpv4(net) ? NAMES_AS_IPV4 : {},
    flags: PERMISSION_KINDS.flatMap((kind) => flags[kind]),
    // PATH of the child; undefined to leave it as it is.
    path,
  };
}

/**
 * The paths with a folder below `.svc` that may be read and written as well, unless the policy denies
 * it. Links in it lead nowhere.
 */
function withExchange(
  { allow, deny, writable }: OpenPaths,
  exchange: string,
  denied: { read: readonly string[]; write: readonly string[] },
): OpenPaths {
  const links = linksOutOf(exchange, []);
  // Deno does not always open what is in a closed folder, so that those beside it are closed instead.
  const holds = (folder: string) =>
    [exchange, realPathOf(exchange)?.path ?? exchange].some((form) => isWithin(folder, form));
  const around = deny.read.filter((folder) => holds(folder) && !denied.read.includes(folder));
  const closed = [
    ...deny.read.filter((folder) => !around.includes(folder)),
    ...around.flatMap(entriesIn).filter((path) => !holds(path)),
  ];
  return {
    allow: {
      read: [...outside([exchange], denied.read), ...allow.read],
      write: [...outside([exchange], denied.write), ...allow.write],
    },
    deny: { read: [...closed, ...links], write: [...deny.write, ...links] },
    writable: [...writable, exchange],
  };
}

function entriesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`);
}

/** The granted programs, and where those granted by name are looked for. */
function programsOf(
  entries: readonly string[],
  places: { home: string | undefined; root: string },
  writable: readonly string[],
  path: string | undefined,
): { programs: string[]; path: string | undefined } {
  if (entries.length === 0) return { programs: [], path: undefined };
  const repository = realPathOf(places.root)?.path ?? places.root;
  return {
    programs: openPrograms(entries, places, { repository, writable }),
    path: path && searchPath(path, [repository, ...writable]),
  };
}

/** Checked where it counts: a descriptor may have been written by any hand. */
function assertGrants(permissions: Permissions): void {
  const many = tooManyPermissions(permissions, LIMITS.permissions.granted);
  if (many !== undefined) throw refusedGrant(`The extension's permissions ${many}`);
  for (const { kind, entry } of asGrants(permissions)) {
    const problem = permissionProblem(kind, entry);
    if (problem === undefined) continue;
    const [of, named] = [kind, entry].map((text) => visibleName(text.slice(0, 300)));
    throw refusedGrant(`The extension requests ${of} "${named}", which ${problem}`);
  }
}

function refusedGrant(message: string): SvcError {
  return new SvcError("permission_denied", message, {
    hint: "This is granted to no extension. Ask its publisher for a version that requests less.",
  });
}

function netFlags(rules: NetRules | undefined): string[] {
  if (rules === undefined) return [];
  const { allow, deny } = rules;
  return [
    ...(allow === undefined ? ["--allow-net"] : flag("--allow-net", allow)),
    ...flag("--deny-net", deny),
  ];
}

/** What is denied, without `*`: of that kind nothing is left to deny a part of. */
function entriesOf(denied: readonly string[] = []): string[] {
  return denied.filter((entry) => entry !== "*");
}

/** The places that are denied. */
function deniedPaths(denied: readonly string[] | undefined, places: BaseFolders): string[] {
  return entriesOf(denied).flatMap((entry) => absoluteEntry(entry, places) ?? []);
}

function flag(name: string, values: readonly string[]): string[] {
  if (values.length === 0) return [];
  const text = commaEscaped([...new Set(values)]);
  if (text.length <= FLAG_BYTES) return [`${name}=${text}`];
  throw new SvcError(
    "permission_denied",
    `Too many symbolic links in the granted folders lead out of them`,
    { hint: "Grant the folders that the extension needs, not their parent folder." },
  );
}
