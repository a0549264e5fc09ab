import {
  asGrants,
  asPermissions,
  covers,
  type FoundUse,
  type Grant,
  grantText,
  PERMISSION_KINDS,
  type PermissionKind,
  permissionProblem,
  type Permissions,
} from "@svc/core/permission";
import { LIMITS } from "@svc/core/limit";

/** One permission that an extension asks for. */
export interface RequestedPermission extends Grant {
  /** True when its manifest asks for it. */
  declared: boolean;
  /** Where the scan found code that needs it: `models/x.ts:12`, `npm:got@14.4.5`. Sorted. */
  found: string[];
  /** The SDK in whose line it is asked for. */
  sdk?: string;
}

/** Uses whose target the code computes, so that nobody can say before the run what to grant. */
export interface ComputedUse {
  kind: PermissionKind;
  found: string[];
}

/**
 * What an extension asks for: what its manifest declares; without a `permissions` key there, what a
 * scan of its code found. In any case what it adds to types of others, whatever the manifest says.
 */
export interface PermissionRequest {
  /** By kind, then by entry. */
  permissions: RequestedPermission[];
  /**
   * What the code names beyond a manifest that has a `permissions` key: not asked for. Absent when the
   * manifest has none.
   */
  mentioned?: RequestedPermission[];
  computed: ComputedUse[];
  /** Found entries that are more than anybody would read. */
  omitted: number;
  /** Files whose code could not be looked at, and why; absent when there are none. */
  unscanned?: UnscannedFile[];
}

/** A file of whose needs nothing is known. */
interface UnscannedFile {
  file: string;
  why: string;
}

/** Places shown of one permission; code may use it in a thousand. */
const PLACES = 5;

/** What is known of an extension's needs. */
interface KnownNeeds {
  /** What its manifest declares. */
  permissions: Permissions;
  /** True when the manifest has a `permissions` key, be it empty: then that is all it asks for. */
  declares?: boolean;
  found?: readonly FoundUse[];
  unscanned?: readonly UnscannedFile[];
  /** What it adds to types of other collectives. */
  grafts?: readonly GraftNeed[];
}

/** A type of another collective that an extension adds to. */
export interface GraftNeed {
  /** Normalized. */
  type: string;
  /** The files that do: `models/x.ts`. */
  files: readonly string[];
}

/**
 * What an extension asks for, the same for the same sources. A manifest with a `permissions` key is its
 * author's whole statement; many have none, and of these is asked what was found. Found entries that
 * nobody can grant are left out. What the manifest declares is always there; of what was found, no more
 * than a manifest could declare.
 */
export function permissionRequest(
  { permissions: declared, declares = false, found = [], unscanned = [], grafts = [] }: KnownNeeds,
): PermissionRequest {
  const asked = new Map<string, RequestedPermission>();
  const computed = new Map<PermissionKind, string[]>();
  for (const one of asGrants(declared)) {
    if (one.kind === "graft") continue;
    asked.set(grantText(one), { ...one, declared: true, found: [] });
  }
  for (const use of found) {
    const { kind, sdk } = use;
    const entry = narrowed(use, declared);
    if (entry === undefined) computed.set(kind, [...computed.get(kind) ?? [], placeOf(use)]);
    else if (permissionProblem(kind, entry) === undefined) {
      const key = `${kind}:${entry}`;
      const one = asked.get(key) ?? { kind, entry, declared: false, found: [] };
      const unit = sdk === undefined || one.declared ? {} : { sdk };
      asked.set(key, { ...one, found: [...one.found, placeOf(use)], ...unit });
    }
  }
  const all = [...asked.values()].sort(byKindAndEntry);
  const kept = readable(all);
  const shown = kept.map((one) => ({ ...one, found: places(one.found) }));
  const own = shown.filter((one) => one.declared);
  const beyond = shown.filter((one) => !one.declared && !covers(asPermissions(own), one));
  const request = {
    permissions: declares ? own : shown,
    ...(declares ? { mentioned: beyond } : {}),
    computed: PERMISSION_KINDS.flatMap((kind) => {
      const at = computed.get(kind);
      return at === undefined ? [] : [{ kind, found: places(at) }];
    }),
    omitted: all.length - kept.length,
    ...(unscanned.length === 0 ? {} : { unscanned: [...unscanned] }),
  };
  return withGrafts(request, grafts, declared.graft);
}

/**
 * A request with exactly these grafts. One that an earlier release stored names none.
 *
 * @param declared those that the manifest names
 */
export function withGrafts(
  request: PermissionRequest,
  grafts: readonly GraftNeed[],
  declared: readonly string[] = [],
): PermissionRequest {
  const asked = grafts.map(({ type, files }): RequestedPermission => ({
    kind: "graft",
    entry: type,
    declared: declared.includes(type),
    found: places(files),
  }));
  const others = request.permissions.filter(({ kind }) => kind !== "graft");
  return { ...request, permissions: [...others, ...asked] };
}

/**
 * The scan says the whole repository where the rest of a path is computed. Whoever wrote the folders
 * into the manifest has said it better: what is beside them is asked for when it is met.
 */
function narrowed({ kind, entry }: FoundUse, declared: Permissions): string | undefined {
  const named = declared[kind] ?? [];
  return entry === "." && named.length > 0 && !named.includes(".") ? undefined : entry;
}

/** What a request says was found, a use for each place. */
export function foundIn({ permissions, computed }: PermissionRequest): FoundUse[] {
  const uses: readonly (ComputedUse & Partial<RequestedPermission>)[] = [
    ...permissions,
    ...computed,
  ];
  return uses.flatMap(({ kind, entry, sdk, found }) =>
    found.map((place) => {
      const [, file = place, line] = /^(.*):(\d+)$/.exec(place) ?? [];
      return {
        kind,
        ...(entry === undefined ? {} : { entry }),
        file,
        ...(line === undefined ? {} : { line: Number(line) }),
        by: "",
        ...(sdk === undefined ? {} : { sdk }),
      };
    })
  );
}

function byKindAndEntry(a: Grant, b: Grant): number {
  const order = PERMISSION_KINDS.indexOf(a.kind) - PERMISSION_KINDS.indexOf(b.kind);
  return order !== 0 ? order : a.entry < b.entry ? -1 : a.entry > b.entry ? 1 : 0;
}

function readable(all: readonly RequestedPermission[]): RequestedPermission[] {
  const { perKind, total } = LIMITS.permissions;
  const left = new Map<PermissionKind, number>();
  let leftInAll: number = total;
  const taken = new Set<RequestedPermission>();
  // The manifest's come first: they are within the limits already.
  for (const one of [...all].sort((a, b) => Number(b.declared) - Number(a.declared))) {
    if (one.sdk !== undefined) {
      taken.add(one);
      continue;
    }
    const ofKind = left.get(one.kind) ?? perKind;
    if (!one.declared && (ofKind === 0 || leftInAll === 0)) continue;
    left.set(one.kind, ofKind - 1);
    leftInAll -= 1;
    taken.add(one);
  }
  return all.filter((one) => taken.has(one));
}

function placeOf({ file, line }: FoundUse): string {
  return line === undefined ? file : `${file}:${line}`;
}

function places(all: readonly string[]): string[] {
  return [...new Set(all)].sort(byPlace).slice(0, PLACES);
}

/** `a.ts:9` before `a.ts:12`, and an extension's own files before packages. */
function byPlace(a: string, b: string): number {
  const foreign = Number(a.startsWith("npm:")) - Number(b.startsWith("npm:"));
  if (foreign !== 0) return foreign;
  const [, fileA = a, lineA = "0"] = /^(.*):(\d+)$/.exec(a) ?? [];
  const [, fileB = b, lineB = "0"] = /^(.*):(\d+)$/.exec(b) ?? [];
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return Number(lineA) - Number(lineB);
}

/** True for what {@linkcode permissionRequest} makes; what stands in a file may be anything. */
export function isPermissionRequest(value: unknown): value is PermissionRequest {
  const { permissions, mentioned = [], computed, omitted, unscanned = [] } =
    (value ?? {}) as Record<string, unknown>;
  return Array.isArray(unscanned) && unscanned.every(isUnscanned) &&
    [permissions, mentioned].every((list) => Array.isArray(list) && list.every(isRequested)) &&
    Array.isArray(computed) && computed.every(isUse) && typeof omitted === "number";
}

function isRequested(value: unknown): value is RequestedPermission {
  return isUse(value) && typeof value["declared"] === "boolean" &&
    typeof value["entry"] === "string" && ["string", "undefined"].includes(typeof value["sdk"]) &&
    permissionProblem(value.kind, value["entry"]) === undefined;
}

function isUse(value: unknown): value is ComputedUse & Record<string, unknown> {
  const { kind, found } = (value ?? {}) as Record<string, unknown>;
  return PERMISSION_KINDS.includes(kind as PermissionKind) && Array.isArray(found) &&
    found.every((place) => typeof place === "string");
}

function isUnscanned(value: unknown): boolean {
  const { file, why } = (value ?? {}) as Record<string, unknown>;
  return typeof file === "string" && typeof why === "string";
}
