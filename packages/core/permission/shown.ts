import { visibleName } from "../text/plain.ts";
import { hostOf, netPlaceholder } from "./host.ts";
import { PERMISSION_KINDS, type PermissionKind, type Permissions } from "./permission.ts";

/** What of a behavior type tells which hosts its placeholders mean: its arguments as JSON Schema. */
export interface PlaceholderSource {
  readonly globalArguments?: { readonly [key: string]: unknown };
}

/**
 * One line a permission, for who grants it: `net api.example.com`. A placeholder is shown with the
 * host its publisher set, as that is what is granted where nobody sets another.
 */
export function shownPermissions(
  permissions: Permissions,
  models: readonly PlaceholderSource[] = [],
): string[] {
  return PERMISSION_KINDS.flatMap((kind) =>
    (permissions[kind] ?? []).map((entry) => `${kind} ${shownEntry(kind, entry, models)}`)
  );
}

/** Permissions, and the models whose defaults say what their placeholders mean. */
export interface Asked {
  permissions: Permissions;
  models?: readonly PlaceholderSource[] | undefined;
}

/**
 * What `after` asks for beyond `before`, and what it gave up, as lines of
 * {@linkcode shownPermissions}. A placeholder with another default asks for something else.
 */
export function shownChanges(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  return {
    added: after.filter((line) => !before.includes(line)),
    removed: before.filter((line) => !after.includes(line)),
  };
}

/** An entry with what it stands for. */
function shownEntry(
  kind: PermissionKind,
  entry: string,
  models: readonly PlaceholderSource[],
): string {
  const seen = visibleName(entry);
  if (kind !== "net" || netPlaceholder(entry) === undefined) return seen;
  const hosts = defaultHosts(entry, models);
  return hosts.length === 0
    ? `${seen} (the host you set)`
    : `${seen} (${hosts.join(", ")} unless you set another)`;
}

/** The hosts that a `net` entry means where nobody sets another, by the models' defaults. */
export function defaultHosts(entry: string, models: readonly PlaceholderSource[]): string[] {
  const placeholder = netPlaceholder(entry);
  if (placeholder?.source !== "globalArgs") return [];
  const values = models.map((model) => defaultOf(model.globalArguments, placeholder.name));
  return [
    ...new Set(
      values.flatMap((value) =>
        value === undefined || value === "" ? [] : [hostOf(String(value)) ?? "no host"]
      ),
    ),
  ];
}

/** The default of an argument in a schema, undefined when it has none. */
export function defaultOf(
  schema: PlaceholderSource["globalArguments"],
  name: string,
): unknown {
  const properties = (schema?.["properties"] ?? {}) as Record<string, Record<string, unknown>>;
  return Object.hasOwn(properties, name) ? properties[name]?.["default"] : undefined;
}
