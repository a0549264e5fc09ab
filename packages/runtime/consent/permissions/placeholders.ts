import type { JsonSchema } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import {
  type BaseFolders,
  covers,
  defaultOf,
  kindRow,
  type PermissionKind,
  permissionProblem,
  type Permissions,
  type Placeholder,
  placeholderOf,
  wideRow,
} from "@svc/core/permission";

/** Where the values of placeholders come from. */
export interface PlaceholderValues {
  /** Of a behavior; absent where none runs. */
  globalArgs?: PlaceholderInput | undefined;
  /** Of a vault or datastore; absent where none is opened. */
  config?: PlaceholderInput | undefined;
  env: (name: string) => string | undefined;
  places: BaseFolders;
}

/** Values by name, and the schema that has the defaults. */
export interface PlaceholderInput {
  values: Record<string, unknown>;
  schema: JsonSchema | undefined;
}

/**
 * The permissions with each placeholder replaced by what it stands for now; one without a value grants
 * nothing. A value is one plain entry, or the hosts of a database's URL: it brings no second one, no
 * pattern and no other placeholder, and nothing that has to be granted by its own name. Where a variable names a file of that sort, nothing
 * is opened.
 *
 * @throws SvcError `invalid_argument` naming the placeholder, never its value, which may be a secret.
 */
export function withoutPlaceholders(
  permissions: Permissions,
  values: PlaceholderValues,
): Permissions {
  return Object.fromEntries(
    Object.entries(permissions).map(([kind, entries]) => [
      kind,
      entries.flatMap((entry) =>
        literalEntries(kind as PermissionKind, entry, permissions, values)
      ),
    ]),
  );
}

/**
 * The address of a file, or of a database at a socket as `postgres:///shop?host=/run/postgresql` has it:
 * there is no host in it, so that nothing is opened.
 */
const HOSTLESS =
  /^(?!https?:|wss?:|ftp:)[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(?:%2f[^/?#@:]*)?(?:\/|\?)(?!.*[?&]host=(?!\/|%2f))/i;

function literalEntries(
  kind: PermissionKind,
  entry: string,
  granted: Permissions,
  values: PlaceholderValues,
): string[] {
  const placeholder = placeholderOf(kind, entry);
  if (placeholder === undefined) return [entry];
  const value = valueOf(placeholder, values);
  if (value === undefined || value === null || value === "") return [];
  if (kind === "net" && typeof value === "string" && HOSTLESS.test(value)) return [];
  const row = kindRow(kind).placeholder!;
  const named = typeof value === "string" ? row.entriesOf(value) : [];
  if (named.length === 0) throw unusable(kind, placeholder);
  return named.flatMap((one) => literalEntry(kind, one, placeholder, granted, values));
}

function literalEntry(
  kind: PermissionKind,
  named: string,
  placeholder: Placeholder,
  granted: Permissions,
  values: PlaceholderValues,
): string[] {
  const literal = placeholder.below === "" ? named : `${named}/${placeholder.below}`;
  const isPlaceholder = placeholderOf(kind, literal) !== undefined;
  if (isPlaceholder || permissionProblem(kind, literal) !== undefined) {
    throw unusable(kind, placeholder);
  }
  const wide = wideRow(kind, literal, values.places);
  if (!wide?.named) return [literal];
  // The publisher's own default was shown with what is wide about it, such as `ssh`.
  if (kind === "run" && named === defaultValue(placeholder, values)) return [literal];
  // It is granted by its own name besides.
  if (covers(granted, { kind, entry: literal }, values.places)) return [];
  // `AWS_CONFIG_FILE` and the like: the file is asked for by its own name when it is read.
  if (kind === "read" && placeholder.source === "env" && placeholder.below === "") return [];
  throw unusable(kind, placeholder, wide.why);
}

function defaultValue({ source, name }: Placeholder, values: PlaceholderValues): unknown {
  return source === "env" ? undefined : defaultOf(values[source]?.schema, name);
}

function valueOf({ source, name }: Placeholder, values: PlaceholderValues): unknown {
  if (source === "env") return values.env(name);
  const of = values[source];
  if (of === undefined) return undefined;
  const given = Object.hasOwn(of.values, name) ? of.values[name] : undefined;
  return given ?? defaultOf(of.schema, name);
}

/** @param wide what a value of the right form would give away */
function unusable(kind: PermissionKind, { source, name }: Placeholder, wide?: string): SvcError {
  const { must, hint } = kindRow(kind).placeholder!;
  return new SvcError(
    "invalid_argument",
    wide === undefined
      ? `${source}.${name} must be ${must}, as ${kind} is granted to it`
      : `${source}.${name} must be narrower, as ${kind} is granted to it (${wide})`,
    { hint },
  );
}
