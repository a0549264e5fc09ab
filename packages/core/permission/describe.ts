import { visibleName } from "../text/plain.ts";
import { kindRow, placeholderOf } from "./kinds.ts";
import type { BaseFolders } from "./path.ts";
import { kindsOf, type PermissionKind, type Permissions } from "./permission.ts";

/**
 * What of a module tells which hosts its placeholders mean, as JSON Schema: the arguments of a behavior
 * type, the configuration of a vault or datastore.
 */
export interface PlaceholderSource {
  readonly globalArguments?: ArgumentSchema;
  readonly configSchema?: ArgumentSchema;
}

type ArgumentSchema = { readonly [key: string]: unknown };

/** The modules of an extension that tell what its placeholders mean. */
export function placeholderSources(
  { models = [], vaults = [], datastores = [] }: {
    [kind in "models" | "vaults" | "datastores"]?: readonly PlaceholderSource[] | undefined;
  } = {},
): PlaceholderSource[] {
  return [...models, ...vaults, ...datastores];
}

/**
 * Why an entry is wide, in words for who grants it; undefined for one that grants what it names. It is
 * `wideReason` of `@svc/core/wide`, which is large and loaded only where somebody is asked.
 */
export type WideReason = (
  kind: PermissionKind,
  entry: string,
  about?: { models?: readonly PlaceholderSource[]; places?: BaseFolders },
) => string | undefined;

/**
 * One line a permission, for who grants it: `net api.example.com`, `read ~/data (/home/ann/data)`. A
 * placeholder is shown with the value its publisher set, as that is what is granted where nobody sets
 * another.
 *
 * @param places what paths start from on this machine; without them paths are shown as they are written
 * @param wide says what is wide about an entry; without it nothing is said of that
 */
export function describePermissions(
  permissions: Permissions,
  models: readonly PlaceholderSource[] = [],
  places: BaseFolders = {},
  wide?: WideReason,
): string[] {
  return kindsOf(permissions).flatMap((kind) =>
    permissions[kind]!.map((entry) => {
      const why = wide?.(kind, entry, { models, places });
      const about = [
        meaning(kind, entry, models, places),
        why === undefined ? undefined : `wide: ${why}`,
      ].filter((one) => one !== undefined);
      const seen = `${visibleName(kind)} ${visibleName(entry)}`;
      return about.length === 0 ? seen : `${seen} (${about.join("; ")})`;
    })
  );
}

/** Permissions, and the models whose defaults say what their placeholders mean. */
export interface Asked {
  permissions: Permissions;
  models?: readonly PlaceholderSource[] | undefined;
}

function meaning(
  kind: PermissionKind,
  entry: string,
  models: readonly PlaceholderSource[],
  places: BaseFolders,
): string | undefined {
  const { noun, meaning } = kindRow(kind);
  if (placeholderOf(kind, entry) === undefined) return meaning?.(entry, places);
  const values = defaultValues(kind, entry, models);
  return values.length === 0
    ? `the ${noun} you set`
    : `${values.join(", ")} unless you set another`;
}

/** What a placeholder means where nobody sets another value, by the models' defaults. */
export function defaultValues(
  kind: PermissionKind,
  entry: string,
  models: readonly PlaceholderSource[],
): string[] {
  const placeholder = placeholderOf(kind, entry);
  const row = kindRow(kind);
  if (placeholder === undefined || placeholder.source === "env") return [];
  const { source, name } = placeholder;
  const values = models
    .map((one) => defaultOf(source === "config" ? one.configSchema : one.globalArguments, name))
    .filter((value) => value !== undefined && value !== "");
  return [
    ...new Set(values.map((value) => {
      const meant = row.placeholder?.entriesOf(String(value)).join(", ") || `no ${row.noun}`;
      const text = visibleName(meant.slice(0, 300));
      return placeholder.below === "" ? text : `${text}/${visibleName(placeholder.below)}`;
    })),
  ];
}

/** The default of an argument in a schema, undefined when it has none. */
export function defaultOf(schema: ArgumentSchema | undefined, name: string): unknown {
  const properties = (schema?.["properties"] ?? {}) as Record<string, Record<string, unknown>>;
  return Object.hasOwn(properties, name) ? properties[name]?.["default"] : undefined;
}
