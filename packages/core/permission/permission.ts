/**
 * The kinds of permission an extension may have (design §7). The sandbox enforces all but two: svc hands
 * out `data` when a method asks for it, and uses what an extension adds to the types of others by `graft`.
 */
export const PERMISSION_KINDS = [
  "net",
  "run",
  "env",
  "read",
  "write",
  "sys",
  "data",
  "graft",
] as const;

/** A kind of permission. */
export type PermissionKind = typeof PERMISSION_KINDS[number];

/**
 * The permissions an extension declares, each a list of exact grants: `net` host or host:port,
 * `run` program names, `env` variable names, `read`/`write` paths relative to the repository,
 * `sys` system-information names, `data` types of other behaviors whose data may be read,
 * `graft` types of other collectives that it may add methods and checks to. A `net` entry may be `${globalArgs.NAME}` or `${env.NAME}`: the host of that URL. Absent means none.
 */
export type Permissions = { [kind in PermissionKind]?: readonly string[] };

/**
 * True when the `data` entries cover a type: an entry is the type itself, `<prefix>/*` for every type
 * below a prefix, or `*` for every type.
 *
 * @param type normalized
 */
export function coversDataOf(entries: readonly string[], type: string): boolean {
  return entries.some((entry) =>
    entry === "*" || entry === type ||
    (entry.endsWith("/*") && type.startsWith(entry.slice(0, -1)))
  );
}

/** One line a granted permission: `net api.example.com`. Empty when none is asked for. */
export function permissionLines(permissions: Permissions): string[] {
  return PERMISSION_KINDS.flatMap((kind) =>
    (permissions[kind] ?? []).map((entry) => `${kind} ${entry}`)
  );
}
